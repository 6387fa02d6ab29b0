package bub.client.agent;

import bub.client.ClientEnvironment;
import bub.client.store.DeadLetter;
import bub.protocol.ConversationStarters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Settings of an agent before it starts. Not thread-safe until then. */
final class AgentOptions {
  private static final int MAX_HANDLERS = 1_024;
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(65);

  @Nullable String clientId;
  @Nullable String url;
  @Nullable Path directory;
  @Nullable Path tokenFile;
  @Nullable Path ca;
  @Nullable Path certificate;
  @Nullable Path key;
  @Nullable List<String> arguments;
  Map<String, String> variables = System.getenv();
  boolean isDurable = true;
  boolean isOrdered;
  boolean hasHistory;
  boolean hasChat;
  @Nullable Boolean remembersOnDisk;
  ConversationStarters starters = ConversationStarters.NONE;
  int maxHandlers = MAX_HANDLERS;
  Duration callTimeout = CALL_TIMEOUT;
  ClientEnvironment environment = ClientEnvironment.system();
  private volatile Consumer<DeadLetter> deadLetterListener = _ -> {};

  ClientEnvironment environment() {
    return environment;
  }

  boolean keepsHistory() {
    return hasHistory;
  }

  /** Chat agents remember on disk, because people dislike a second answer. */
  boolean remembersOnDisk() {
    return remembersOnDisk == null ? hasChat : remembersOnDisk;
  }

  Consumer<DeadLetter> deadLetterListener() {
    return deadLetterListener;
  }

  void onDeadLetter(Consumer<DeadLetter> listener) {
    deadLetterListener = listener;
  }
}
