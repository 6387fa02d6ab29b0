package bub.client.lobby;

import static bub.client.lobby.ScriptedLobby.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.TokenSource;
import bub.protocol.Ack;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTest {
  private static final String SECRET = "8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6b";
  private static final Capability ECHO = Capability.named("echo", "");

  @TempDir private Path directory;
  private final ScriptedLobby there = new ScriptedLobby();

  @BeforeEach
  void giveATokenOnce() {
    there.on(
        LobbyTypes.REGISTER,
        _ -> status(LobbyStatus.REGISTERED, there.registrations().size() == 1 ? SECRET : null));
  }

  private LobbyClient connected(BusClient client, LobbyToken token) throws Exception {
    LobbyClient lobby = there.lobby(client, token);
    lobby.offer(ECHO, input -> input);
    client.connect();
    assertThat(lobby.awaitRegistered(Duration.ofSeconds(10))).isTrue();
    return lobby;
  }

  private void reconnect() throws Exception {
    int before = there.bus.heard("initialize").size();
    there.bus.hangUp();
    there.time.passNextSleep();
    await().until(() -> there.bus.heard("initialize").size() > before);
  }

  @Test
  void isPresentedAtEveryLaterConnect() throws Exception {
    try (BusClient client = there.client()) {
      connected(client, LobbyToken.inMemory());
      reconnect();
      assertThat(there.bus.heard("initialize"))
          .containsExactly("initialize agent:a", "initialize agent:a with " + SECRET);
    }
  }

  @Test
  void anAgentWhoseAnswerIsLostRepeatsItsRegistration() throws Exception {
    Path file = directory.resolve("agent.token");
    there.answering(LobbyTypes.REGISTER, Ack.retryIn(1, "the answer is lost"));
    try (BusClient client = there.client()) {
      there.lobby(client, LobbyToken.file(file)).offer(ECHO, input -> input);
      client.connect();
      await().until(() -> !there.conversations().isEmpty());
    }
    String secret = there.conversations().getFirst();
    assertThat(Files.readString(file)).isEqualTo(secret + "\n");

    there.answering(LobbyTypes.REGISTER, status(LobbyStatus.REGISTERED, SECRET));
    try (BusClient client = there.client()) {
      connected(client, LobbyToken.file(file));
    }
    assertThat(there.bus.heard("initialize").getLast())
        .isEqualTo("initialize agent:a with " + secret);
    assertThat(there.conversations()).containsOnly(secret);
    assertThat(Files.readString(file)).isEqualTo(SECRET + "\n");
  }

  @Test
  void aRestartedAgentPresentsTheOneInItsFile() throws Exception {
    Path file = directory.resolve("state/agent.token");
    for (int start = 0; start < 2; start++) {
      try (BusClient client = there.client()) {
        connected(client, LobbyToken.file(file));
      }
    }
    assertThat(there.bus.heard("initialize"))
        .containsExactly("initialize agent:a", "initialize agent:a with " + SECRET);
  }

  @Test
  void isWrittenForItsOwnerOnlyAndLeavesNothingElse() throws Exception {
    Path file = directory.resolve("agent.token");
    var token = LobbyToken.file(file);
    token.keep("first");
    token.keep(SECRET);
    assertThat(Files.readString(file)).isEqualTo(SECRET + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
    assertThat(token.toString()).contains(file.toString()).doesNotContain(SECRET);
    assertThat(LobbyToken.inMemory().toString()).doesNotContain("null");
  }

  @Test
  void aTokenOfTheBusGoesFirst() throws Exception {
    try (BusClient client = there.client(() -> "principal")) {
      connected(client, LobbyToken.inMemory());
      reconnect();
      assertThat(there.bus.heard("initialize"))
          .containsExactly(
              "initialize agent:a with principal", "initialize agent:a with principal");
    }
  }

  @Test
  void whoCannotKeepItOnDiskStillReconnects() throws Exception {
    Path noDirectory = Files.writeString(directory.resolve("file"), "");
    try (BusClient client = there.client()) {
      connected(client, LobbyToken.file(noDirectory.resolve("agent.token")));
      reconnect();
      assertThat(there.bus.heard("initialize").getLast()).endsWith(" with " + SECRET);
    }
  }

  @Test
  void anEmptyFileIsAnErrorAndNotTakenForNoToken() throws Exception {
    var token = LobbyToken.file(Files.writeString(directory.resolve("agent.token"), "\n"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(token::read)
        .withMessageContaining("agent.token is empty");
  }

  @Test
  void whoHasOneSaysWhatItOffersEvenIfThatIsNothingByNow() throws Exception {
    var token = LobbyToken.inMemory();
    token.keep(SECRET);
    try (BusClient client = there.client()) {
      LobbyClient lobby = there.lobby(client, token);
      client.connect();
      assertThat(lobby.awaitRegistered(Duration.ofSeconds(10))).isTrue();
      assertThat(there.registrations()).containsExactly(List.of());
    }
  }

  @Test
  void whoDeregistersGivesItUp() throws Exception {
    Path file = directory.resolve("agent.token");
    try (BusClient client = there.client()) {
      LobbyClient lobby = connected(client, LobbyToken.file(file));
      lobby.deregister();
      assertThat(there.heard()).last().isEqualTo("lobby_deregister {}");
      assertThat(file).doesNotExist();
      assertThat(lobby.awaitRegistered(Duration.ZERO)).isTrue();

      reconnect();
      client.awaitConnected(Duration.ofSeconds(30));
      assertThat(lobby.awaitRegistered(Duration.ofSeconds(10))).isTrue();
      assertThat(there.bus.heard("initialize").getLast()).isEqualTo("initialize agent:a");
      assertThat(there.registrations()).hasSize(1);
    }
  }

  @Test
  void whoMayNotDeregisterKeepsEverything() throws Exception {
    there.answering(LobbyTypes.DEREGISTER, Ack.failed("not now"));
    Path file = directory.resolve("agent.token");
    try (BusClient client = there.client()) {
      LobbyClient lobby = connected(client, LobbyToken.file(file));
      assertThatExceptionOfType(CallRefused.class).isThrownBy(lobby::deregister);
      assertThat(file).exists();
      reconnect();
      await().untilAsserted(() -> assertThat(there.registrations()).hasSize(2));
    }
  }

  @Test
  void withoutOneNothingIsPresented() throws Exception {
    assertThat(TokenSource.none().read()).isNull();
    assertThat(LobbyToken.inMemory().read()).isNull();
    assertThat(LobbyToken.file(directory.resolve("none")).read()).isNull();
  }
}
