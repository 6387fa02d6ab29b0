package bub.agent.tool;

import bub.jsonrpc.RpcException;
import bub.protocol.trace.GuardReasons;

/** Text for the model when the bus refuses what a tool sends. */
final class RefusedSend {
  private static final String FINISH =
      ". Do not send this again, and send nothing else. Finish now: tell the person what you have"
          + " and why you stopped.";

  private RefusedSend() {}

  static String words(String what, RpcException refused) {
    return GuardReasons.isFinal(refused.error().reason())
        ? "the loop guard of the bus stopped this turn: " + refused.error().message() + FINISH
        : "the bus refused the " + what + ": " + refused.getMessage();
  }
}
