package bub.channel;

import bub.protocol.Address;

/** Outcome of a command to a chat's agent. */
public sealed interface CommandAnswer {

  /** Describes the outcome for people. */
  default String words() {
    return switch (this) {
      case Done(String text) -> text;
      case Refused(String reason) -> "The command failed: " + reason + ".";
      case NoAgent _ -> "This chat has no agent yet. Your next message starts one.";
      case Unreachable(Address agent, String reason) -> agent + " " + reason + ".";
    };
  }

  /** The agent has executed the command and returned this text. */
  record Done(String text) implements CommandAnswer {}

  record Refused(String reason) implements CommandAnswer {}

  /** The chat has no agent at the moment. */
  record NoAgent() implements CommandAnswer {}

  /** The agent did not get the command. {@code reason} continues a sentence about the agent. */
  record Unreachable(Address agent, String reason) implements CommandAnswer {}
}
