package bub.channel;

import bub.protocol.Address;

/** What became of a command for a chat's agent. */
public sealed interface CommandAnswer {

  /** One phrase for people. */
  default String words() {
    return switch (this) {
      case Done(String text) -> text;
      case Refused(String reason) -> "it does not want to: " + reason;
      case NoAgent _ -> "there is no agent yet; it comes with your first message";
      case Unreachable(Address agent, String reason) -> agent + " " + reason;
    };
  }

  /** The agent has done it, and says this. */
  record Done(String text) implements CommandAnswer {}

  /** The agent does not want to. */
  record Refused(String reason) implements CommandAnswer {}

  /** The chat has no agent at the moment. */
  record NoAgent() implements CommandAnswer {}

  /** The agent could not be asked; {@code reason} continues a sentence about it. */
  record Unreachable(Address agent, String reason) implements CommandAnswer {}
}
