package bub.channel;

import bub.protocol.Address;

/** Outcome of a command to a chat's agent. */
public sealed interface CommandAnswer {

  default String words() {
    return switch (this) {
      case Done(String text) -> text;
      case Refused(String reason) -> "The command failed: " + ChatNotices.sentenceEnd(reason);
      case NoAgent _ -> "This chat has no agent yet. Your next message starts one.";
      case Unreachable(Address agent, String reason) ->
          agent + " " + ChatNotices.sentenceEnd(reason);
    };
  }

  record Done(String text) implements CommandAnswer {}

  record Refused(String reason) implements CommandAnswer {}

  record NoAgent() implements CommandAnswer {}

  /** {@code reason} continues a sentence about the agent. */
  record Unreachable(Address agent, String reason) implements CommandAnswer {}
}
