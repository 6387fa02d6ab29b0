package bub.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** State of a client's connection to the bus. */
public sealed interface ClientState {

  /** Dialing, initializing or restoring subscriptions; {@code cause} is null the first time. */
  record Connecting(@Nullable String cause) implements ClientState {}

  /** Ready for calls. */
  record Connected(String serverId) implements ClientState {}

  /** No connection; the next attempt follows after {@code delay}. */
  record Waiting(Duration delay, String cause) implements ClientState {}

  /** No connection, and no further attempts. */
  record Stopped(String reason) implements ClientState {}

  default String words() {
    return switch (this) {
      case Connecting(var cause) -> cause == null ? "still connecting" : cause;
      case Connected(String serverId) -> "connected to " + serverId;
      case Waiting(Duration _, String cause) -> cause;
      case Stopped(String reason) -> reason;
    };
  }
}
