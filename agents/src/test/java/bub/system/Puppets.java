package bub.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Cheap agents: each is a real process, but only a shell that runs commands from this process,
 * which plays its part on the bus. None outlives this process.
 */
final class Puppets implements AutoCloseable {
  private static final String SHELL =
      """
      exec 3<>/dev/tcp/127.0.0.1/$0
      echo "started as $2 for $4"
      echo "model $BUB_MODEL, home is $PWD"
      echo "$$ $*" >&3
      while read -r order <&3; do eval "$order"; done
      """;

  private final ServerSocket door;
  private final Set<Socket> lines = ConcurrentHashMap.newKeySet();
  private volatile CountDownLatch curtain = new CountDownLatch(0);

  private Puppets(ServerSocket door) {
    this.door = door;
  }

  static Puppets open() throws IOException {
    var puppets = new Puppets(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().name("puppets").start(puppets::admit);
    return puppets;
  }

  List<String> launcher() {
    return List.of("/bin/bash", "-c", SHELL, String.valueOf(door.getLocalPort()));
  }

  /** From now on agents start, but join no bus until {@link #rise}. */
  void hold() {
    curtain = new CountDownLatch(1);
  }

  void rise() {
    curtain.countDown();
  }

  private void admit() {
    try {
      while (true) {
        Socket line = door.accept();
        lines.add(line);
        Thread.ofVirtual().name("puppet").start(() -> play(line));
      }
    } catch (IOException closed) {
      // No more agents.
    }
  }

  /** Speaks for one process until that has ended. */
  private void play(Socket line) {
    try (line;
        var words = new BufferedReader(new InputStreamReader(line.getInputStream(), UTF_8))) {
      List<String> arguments = List.of(words.readLine().split(" "));
      var strings = new Strings(line, Long.parseLong(arguments.getFirst()));
      curtain.await();
      try (TestAgent _ = TestAgent.join(arguments, strings)) {
        for (String said = words.readLine(); said != null; said = words.readLine()) {
          strings.said.add(said);
        }
      }
    } catch (IOException | InterruptedException over) {
      // The process is gone, or the test is.
    }
  }

  /** Controls the process of one agent. */
  private static final class Strings implements TestAgent.Body {
    private final Socket line;
    private final long pid;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    Strings(Socket line, long pid) {
      this.line = line;
      this.pid = pid;
    }

    private void order(String command) {
      try {
        line.getOutputStream().write((command + "\n").getBytes(UTF_8));
      } catch (IOException gone) {
        throw new UncheckedIOException(gone);
      }
    }

    @Override
    public long pid() {
      return pid;
    }

    @Override
    public void exit(int code) {
      order("exit " + code);
    }

    @Override
    public long haveAChild() throws InterruptedException {
      order("sleep 300 3>&- & echo $! >&3");
      return Long.parseLong(said.take());
    }
  }

  @Override
  public void close() throws IOException {
    rise();
    door.close();
    for (Socket line : lines) {
      line.close();
    }
  }
}
