package bub.console.http;

import bub.channel.http.HttpExchange;
import bub.protocol.ListenerProof;
import java.net.InetSocketAddress;

/** Prover of the console's port to programs of this user, which then send it their tokens. */
record ConsoleProver(String key) {
  void prove(HttpExchange exchange) {
    String challenge = exchange.header(ListenerProof.CHALLENGE_HEADER);
    if (challenge == null
        || !ListenerProof.isChallenge(challenge)
        || !ListenerProof.keyName(challenge).equals(ListenerProof.CONSOLE_KEY)) {
      return;
    }
    InetSocketAddress client = exchange.remoteEnd();
    InetSocketAddress listener = exchange.localEnd();
    // A connection that is closed has no ends any more.
    if (client != null && listener != null) {
      exchange.with(
          ListenerProof.PROOF_HEADER, ListenerProof.answer(key, challenge, client, listener));
    }
  }

  /** Omits the key. */
  @Override
  public String toString() {
    return "prover of the console";
  }
}
