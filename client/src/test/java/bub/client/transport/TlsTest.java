package bub.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.scripted.ScriptedBus;
import bub.client.scripted.ScriptedServer;
import bub.protocol.CloseCodes;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path directory;

  @Test
  void trustsTheCaItIsGivenAndNobodyElse() throws Exception {
    Path keys = directory.resolve("keys.p12");
    Path certificate = directory.resolve("cert.pem");
    keytool(
        "-genkeypair",
        "-alias",
        "bus",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost",
        "-keystore",
        keys.toString());
    keytool(
        "-exportcert",
        "-rfc",
        "-alias",
        "bus",
        "-file",
        certificate.toString(),
        "-keystore",
        keys.toString());
    var store = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD.toCharArray());

    try (var server =
        ScriptedServer.secure(new ScriptedBus(), SslContextBuilder.forServer(managers).build())) {
      var connector = WebSocketConnector.to(server.url());
      var link = connector.trusting(certificate).connect();
      assertThat(link.isCongested()).isFalse();
      link.close(CloseCodes.NORMAL, "");
      assertThatThrownBy(connector::connect)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("TLS failed")
          .hasMessageContaining("CA file");
    }
  }

  private static void keytool(String... arguments) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storepass", PASSWORD));
    Path output = Files.createTempFile("keytool", ".txt");
    int exit =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    assertThat(exit).as(Files.readString(output)).isZero();
    Files.delete(output);
  }
}
