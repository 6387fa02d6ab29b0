package bub.channel;

import bub.protocol.Address;

/** Outcome of a command to a chat's agent. */
public sealed interface CommandAnswer {

  /** Describes the outcome in one phrase for people. */
  default String words() {
    return switch (this) {
      case Done(String text) -> text;
      case Refused(String reason) -> "it does not want to: " + reason;
      case NoAgent _ -> "there is no agent yet; it comes with your first message";
      case Unreachable(Address agent, String reason) -> agent + " " + reason;
    };
  }

  /** The agent has carried out the command and answers with this text. */
  record Done(String text) implements CommandAnswer {}

  /** The agent has refused the command. */
  record Refused(String reason) implements CommandAnswer {}

  /** The chat has no agent at the moment. */
  record NoAgent() implements CommandAnswer {}

  /** The agent did not get the command. {@code reason} continues a sentence about the agent. */
  record Unreachable(Address agent, String reason) implements CommandAnswer {}
}
