package bub.bus.server;

import bub.testkit.RawSocket;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A peer that never reads is disconnected over TLS too, where no close frame can reach it. */
@Tag("soak")
class UnreadAnswersOverTlsSoakTest extends UnreadAnswersTest {
  @TempDir private Path directory;
  private Papers papers;

  @BeforeEach
  void issuePapers() {
    papers = new Papers(directory);
  }

  @Override
  Setup setup() {
    return papers.setup();
  }

  @Override
  RawSocket smallWindow(int port) throws IOException {
    return RawSocket.secureWithSmallWindow(port, papers.clients(null).getSocketFactory());
  }
}
