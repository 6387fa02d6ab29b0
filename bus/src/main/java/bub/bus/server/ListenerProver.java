package bub.bus.server;

import bub.bus.Hub;
import bub.protocol.ListenerProof;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Prover of the bus to clients, which verify it before they send a token. Event loop only. */
final class ListenerProver {
  private final Hub hub;
  private final String runDirectoryKey;

  /** Creates a prover; {@code runDirectoryKey} is empty when this bus has no run directory. */
  ListenerProver(Hub hub, String runDirectoryKey) {
    this.hub = hub;
    this.runDirectoryKey = runDirectoryKey;
  }

  void prove(Channel channel, HttpRequest request, HttpResponse response) {
    String challenge = request.headers().get(ListenerProof.CHALLENGE_HEADER);
    if (challenge == null || !ListenerProof.isChallenge(challenge)) {
      return;
    }
    String key = key(ListenerProof.keyName(challenge));
    if (key != null
        && channel.remoteAddress() instanceof InetSocketAddress client
        && channel.localAddress() instanceof InetSocketAddress listener) {
      String proof = ListenerProof.answer(key, challenge, client, listener);
      response.headers().set(ListenerProof.PROOF_HEADER, proof);
    }
  }

  private @Nullable String key(String name) {
    if (name.equals(ListenerProof.RUN_DIRECTORY_KEY)) {
      return runDirectoryKey.isEmpty() ? null : runDirectoryKey;
    }
    return hub.lock().hash(name);
  }
}
