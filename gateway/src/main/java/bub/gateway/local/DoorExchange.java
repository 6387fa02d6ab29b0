package bub.gateway.local;

import bub.client.discovery.ProvenPlace;
import bub.client.transport.ProofDemand;
import bub.gateway.a2a.net.OutgoingHttp;
import bub.gateway.a2a.net.OutgoingResponse;
import bub.gateway.a2a.net.PinnedUrl;
import bub.protocol.ListenerProof;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * One request to a door of the bub on this machine, on a connection of its own: the listener proves
 * on this connection that it is that bub, before it gets a secret. Any thread may close it.
 */
public final class DoorExchange implements Closeable {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String PROOF_PATH = "/api/me";
  private static final String PROOF = ListenerProof.PROOF_HEADER.toLowerCase(Locale.ROOT);
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration PROVE = Duration.ofSeconds(10);
  private static final int LONGEST_PROOF_ANSWER = 64 << 10;

  private final DoorFinder doors;
  private final Socket socket = new Socket();

  public DoorExchange(DoorFinder doors) {
    this.doors = doors;
  }

  /** Fails with {@link UnprovenDoor} when another program listens there. */
  public static void check(DoorFinder doors) throws IOException {
    try (var exchange = new DoorExchange(doors)) {
      exchange.connect(doors.find());
    }
  }

  /**
   * Sends the request, once; close the answer.
   *
   * @param idle longest time to the head of the answer, and then to each next byte
   */
  public OutgoingResponse send(
      String method, String path, Map<String, String> headers, byte[] body, Duration idle)
      throws IOException {
    ProvenPlace door = doors.find();
    connect(door);
    return OutgoingHttp.stream(socket, method, url(door, path), headers, body, idle);
  }

  private void connect(ProvenPlace door) throws IOException {
    PinnedUrl url = url(door, PROOF_PATH);
    int port = door.url().getPort();
    try {
      socket.connect(new InetSocketAddress(url.address(), port), (int) CONNECT.toMillis());
      prove(url, door.key());
    } catch (IOException failed) {
      socket.close();
      throw failed;
    }
  }

  private void prove(PinnedUrl url, ProofDemand.Key key) throws IOException {
    String challenge = ListenerProof.newChallenge(key.name(), RANDOM);
    var headers = Map.of(ListenerProof.CHALLENGE_HEADER, challenge, "Connection", "keep-alive");
    OutgoingResponse answer;
    try {
      answer = OutgoingHttp.stream(socket, "GET", url, headers, new byte[0], PROVE);
    } catch (IOException odd) {
      throw new UnprovenDoor(url.uri(), odd);
    }
    String given = answer.header(PROOF);
    String expected =
        ListenerProof.answer(
            key.secret(),
            challenge,
            (InetSocketAddress) socket.getLocalSocketAddress(),
            (InetSocketAddress) socket.getRemoteSocketAddress());
    if (given == null || !ListenerProof.isSame(expected, given)) {
      throw new UnprovenDoor(url.uri(), null);
    }
    // The next request follows the whole answer.
    byte[] _ = answer.readAll(LONGEST_PROOF_ANSWER);
  }

  private static PinnedUrl url(ProvenPlace door, String path) throws IOException {
    URI url = door.url().resolve(path);
    return new PinnedUrl(url, InetAddress.getByName(url.getHost()));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
