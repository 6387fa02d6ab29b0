package bub.client.agent;

import org.jspecify.annotations.Nullable;

/** Handler that answers the messages of a chat. */
@FunctionalInterface
public interface ChatHandler {

  /** Returns the reply; null sends none. */
  @Nullable String reply(ReceivedMessage question) throws Exception;

  /** Handler that writes its reply in parts, which the chat shows as they come. */
  @FunctionalInterface
  interface Streaming {
    void reply(ReceivedMessage question, ReplyStream reply) throws Exception;
  }
}
