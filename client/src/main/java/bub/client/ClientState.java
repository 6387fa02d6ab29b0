package bub.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where a client stands with the bus. */
public sealed interface ClientState {

  /**
   * It is dialing, introducing itself, or subscribing again.
   *
   * @param cause why it must do so again; null the first time
   */
  record Connecting(@Nullable String cause) implements ClientState {}

  /** Calls go through. */
  record Connected(String serverId) implements ClientState {}

  /** There is no connection; after {@code delay} it tries again. */
  record Waiting(Duration delay, String cause) implements ClientState {}

  /** There is no connection and there will be none. */
  record Stopped(String reason) implements ClientState {}

  /** One phrase for people. */
  default String words() {
    return switch (this) {
      case Connecting(var cause) -> cause == null ? "still connecting" : cause;
      case Connected(String serverId) -> "connected to " + serverId;
      case Waiting(Duration _, String cause) -> cause;
      case Stopped(String reason) -> reason;
    };
  }
}
