package bub.cli.doctor;

import bub.cli.connect.RunFiles;
import bub.client.TokenSource;
import bub.client.transport.ProofDemand;
import bub.client.transport.ProofDemand.Otherwise;
import bub.client.transport.WebSocketConnector;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.CloseCodes;
import bub.protocol.ClusterStatus;
import bub.protocol.Initialize;
import bub.protocol.Methods;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Probe of the server on a port, and of its answer to this user. */
record BusProbe(String host, int port) {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::");
  private static final Address OURSELVES =
      new Address("cli:doctor-" + ProcessHandle.current().pid());

  sealed interface Answer {
    /** A bus, with its description of itself. */
    record Bus(String words) implements Answer {}

    /** A bus that accepts no connections, with the reason. */
    record ClosedBus(String words) implements Answer {}

    /** A server whose certificate this Java does not trust, which alone is not a problem. */
    record Encrypted() implements Answer {}

    record Stranger() implements Answer {}

    record Silence() implements Answer {}
  }

  sealed interface Welcome {
    /** A bus of this version; the cluster is null when it is a single bus or does not tell. */
    record In(String version, @Nullable ClusterStatus cluster) implements Welcome {}

    record Refused(String why) implements Welcome {}
  }

  Answer knock() throws InterruptedException {
    Answer plain = health("http");
    // A server that expects TLS closes any other connection.
    return plain instanceof Answer.Silence && health("https") instanceof Answer.Encrypted encrypted
        ? encrypted
        : plain;
  }

  private Answer health(String scheme) throws InterruptedException {
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      HttpRequest request = HttpRequest.newBuilder(at(scheme, "/healthz")).timeout(TIMEOUT).build();
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      String words = answer.body().strip();
      if (answer.statusCode() == 200 && words.startsWith("ok bus-")) {
        return new Answer.Bus(words.substring("ok ".length()));
      }
      return answer.statusCode() == 503 && words.startsWith("closed bus-")
          ? new Answer.ClosedBus(words.substring("closed ".length()))
          : new Answer.Stranger();
    } catch (SSLException failed) {
      boolean isUnknown = String.valueOf(failed.getMessage()).contains("PKIX");
      return isUnknown ? new Answer.Encrypted() : new Answer.Silence();
    } catch (IOException silent) {
      return new Answer.Silence();
    }
  }

  /** Presents the token only to the bus of {@code runDir}. */
  Welcome enter(TokenSource token, Path runDir) throws InterruptedException {
    var demand = new ProofDemand(() -> RunFiles.proofKey(runDir), Otherwise.STAY_ANONYMOUS);
    var way = WebSocketConnector.to(at("ws", "/")).within(TIMEOUT).demanding(demand);
    try {
      Peer peer = Peer.over(way.connect()).start();
      try {
        String shown = token.onlyIf(demand::isMet).read();
        var introduction =
            new Initialize(OURSELVES, new ClientInfo("bub-cli", ClientInfo.VERSION), shown);
        var result = Initialize.Result.read(peer.call(Methods.INITIALIZE, introduction, TIMEOUT));
        return new Welcome.In(result.serverInfo().version(), cluster(peer));
      } finally {
        peer.close(CloseCodes.NORMAL, "bye");
      }
    } catch (RpcException | CallFailed | InvalidField | IOException refused) {
      return new Welcome.Refused(String.valueOf(refused.getMessage()));
    }
  }

  private static @Nullable ClusterStatus cluster(Peer peer)
      throws CallFailed, InterruptedException {
    try {
      return ClusterStatus.read(peer.call(Methods.GET_CLUSTER, RawJson.EMPTY_OBJECT, TIMEOUT));
    } catch (RpcException | InvalidField single) {
      return null;
    }
  }

  private URI at(String scheme, String path) {
    String here = EVERYWHERE.contains(host) ? "127.0.0.1" : host;
    String name = here.contains(":") ? "[" + here + "]" : here;
    return URI.create(scheme + "://" + name + ":" + port + path);
  }
}
