package bub.client.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.Reject;
import bub.client.RetryLater;
import bub.client.SendAttempt;
import bub.client.store.ChatHistory;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Payload;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Answers of an agent to the messages of its chats. */
final class ChatAnswers {
  private static final Duration TYPING_AFTER = Duration.ofMillis(300);
  private static final String SUFFIX = "/reply";
  private static final int RETRY_SECONDS = 1;

  private final BusClient client;
  private final AgentFiles files;
  private final BestEffortEvents events;

  ChatAnswers(BusClient client, AgentFiles files, BestEffortEvents events) {
    this.client = client;
    this.files = files;
    this.events = events;
  }

  AgentHandler handler(ChatHandler handler) {
    return question -> answer(question, (message, _) -> handler.reply(message));
  }

  AgentHandler handler(ChatHandler.Streaming handler) {
    return question ->
        answer(
            question,
            (message, reply) -> {
              handler.reply(message, reply);
              return reply.text();
            });
  }

  private interface Writer {
    @Nullable String write(ReceivedMessage question, ReplyStream reply) throws Exception;
  }

  private Ack answer(ReceivedMessage question, Writer writer) throws Exception {
    remember(question, ChatHistory.Role.USER, question.text());
    String text;
    try (var progress = TurnProgress.begin(events, question.from(), question.id(), TYPING_AFTER)) {
      text = writer.write(question, new ReplyStream(progress));
    }
    if (text == null) {
      return Ack.ok("heard");
    }
    remember(question, ChatHistory.Role.ASSISTANT, text);
    send(reply(question, text));
    return Ack.ok("answered");
  }

  private void remember(ReceivedMessage question, ChatHistory.Role role, String text)
      throws IOException, InterruptedException {
    ChatHistory history = files.historyIfAny();
    if (history != null) {
      history.add(question.from(), question.id(), role, text);
    }
  }

  private Envelope reply(ReceivedMessage question, String text) {
    var reply = new ChatReply(text, channel(question), null, question.id().value());
    return new Envelope(
        client.clientId(), question.from(), replyId(question), Payload.of(reply).toRaw());
  }

  private static @Nullable Channel channel(ReceivedMessage question) {
    String channel = question.channel();
    try {
      return channel == null ? null : new Channel(channel);
    } catch (IllegalArgumentException unknown) {
      return null;
    }
  }

  /** The same when asked again, so that the person sees one reply. */
  static MessageId replyId(ReceivedMessage question) {
    String id = question.id().value();
    String stem = id.length() + SUFFIX.length() <= MessageId.MAX_LENGTH ? id : digest(question);
    return new MessageId(stem + SUFFIX);
  }

  private static String digest(ReceivedMessage question) {
    String text = "reply\0" + question.from() + "\0" + question.id();
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void send(Envelope reply)
      throws IOException, InterruptedException, RpcException, Reject, RetryLater, NoAnswer {
    if (files.isDurable()) {
      files.post(reply);
      return;
    }
    switch (SendAttempt.of(client.send(reply))) {
      case SendAttempt.Delivered _ -> {}
      case SendAttempt.Refused(String why) -> throw new Reject("the reply was refused: " + why);
      case SendAttempt.Retry(Duration atLeast, String why) ->
          throw new RetryLater(why, (int) Math.max(RETRY_SECONDS, atLeast.toSeconds()));
      case SendAttempt.NoRecipient _, SendAttempt.Offline _ ->
          throw new RetryLater(reply.to() + " is not connected", RETRY_SECONDS);
    }
  }
}
