package bub.client.lobby;

import static bub.client.lobby.ScriptedLobby.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientState;
import bub.client.NoAnswer;
import bub.client.scripted.ScriptedBus;
import bub.json.InvalidField;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.Version;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegistrationTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Capability ECHO = Capability.named("echo", "Says it again.");
  private static final Capability SHOUT = Capability.named("shout", "Says it louder.");

  private final ScriptedLobby there = new ScriptedLobby();
  private final BusClient client = there.client();
  private final LobbyClient lobby = there.lobby(client, LobbyToken.inMemory());

  @AfterEach
  void close() {
    client.close();
  }

  private void offer(Capability capability) throws Exception {
    lobby.offer(capability, input -> input);
  }

  private void connect() throws Exception {
    client.connect();
    assertThat(lobby.awaitRegistered(TIMEOUT)).isTrue();
  }

  private void reconnect() throws Exception {
    int before = there.bus.heard("initialize").size();
    there.bus.hangUp();
    there.time.passNextSleep();
    await().until(() -> there.bus.heard("initialize").size() > before);
    client.awaitConnected(TIMEOUT);
  }

  @Test
  void registersAllThatIsOfferedWhenItConnects() throws Exception {
    offer(ECHO);
    offer(SHOUT);
    assertThat(there.heard()).isEmpty();

    connect();

    String offered = CapabilityChange.offering(List.of(ECHO, SHOUT)).toRaw().toString();
    assertThat(there.heard()).containsExactly("lobby_register " + offered.replace('"', '\''));
  }

  @Test
  void registersAgainOnEveryConnection() throws Exception {
    offer(ECHO);
    connect();
    reconnect();
    assertThat(lobby.awaitRegistered(TIMEOUT)).isTrue();
    assertThat(there.registrations()).containsExactly(List.of("echo"), List.of("echo"));
  }

  @Test
  void whoOffersNothingIsNotRegistered() throws Exception {
    connect();
    assertThat(there.heard()).isEmpty();
  }

  @Test
  void anOfferWhileConnectedIsConfirmedBeforeItReturns() throws Exception {
    connect();
    offer(ECHO);
    offer(SHOUT);
    assertThat(there.registrations()).containsExactly(List.of("echo"), List.of("echo", "shout"));
    assertThat(lobby.awaitRegistered(Duration.ZERO)).isTrue();
  }

  @Test
  void severalVersionsStandBesideEachOtherAndTheSameOneIsReplaced() throws Exception {
    offer(ECHO.withVersion(new Version(1, 0, 0, "")));
    offer(ECHO.withVersion(new Version(2, 0, 0, "")));
    offer(ECHO.withVersion(new Version(1, 0, 0, "")).withKeywords("new"));
    connect();
    assertThat(there.registrations()).containsExactly(List.of("echo", "echo"));
    assertThat(there.heard().getFirst()).contains("'version':'1.0.0'", "'keywords':['new']");
  }

  @Test
  void whatIsWithdrawnIsOfferedNoMore() throws Exception {
    offer(ECHO);
    offer(SHOUT);
    connect();
    assertThat(lobby.withdraw("echo")).isTrue();
    assertThat(lobby.withdraw("echo")).isFalse();
    assertThat(there.registrations()).containsExactly(List.of("echo", "shout"), List.of("shout"));
    assertThat(there.call("m1", "{'capability_name':'echo'}").message())
        .isEqualTo("agent:a does not offer echo");
  }

  @Test
  void aRefusedOfferIsToldAndForgotten() throws Exception {
    offer(ECHO);
    connect();
    there.answering(LobbyTypes.REGISTER, Ack.failed("capabilities[1].input_schema: no schema"));
    assertThatExceptionOfType(CallRefused.class)
        .isThrownBy(() -> offer(SHOUT))
        .withMessage("capabilities[1].input_schema: no schema");
    assertThatExceptionOfType(CallRefused.class).isThrownBy(() -> offer(ECHO.withKeywords("x")));

    there.answering(LobbyTypes.REGISTER, status(LobbyStatus.REGISTERED, null));
    assertThat(lobby.awaitRegistered(Duration.ZERO)).isTrue();
    reconnect();
    assertThat(lobby.awaitRegistered(TIMEOUT)).isTrue();
    assertThat(there.heard().getLast())
        .isEqualTo(
            "lobby_register "
                + CapabilityChange.offering(List.of(ECHO)).toRaw().toString().replace('"', '\''));
  }

  @Test
  void anOfferTooManyIsRefusedEvenWithoutAConnection() throws Exception {
    for (int i = 0; i < CapabilityChange.MAX_CAPABILITIES; i++) {
      offer(Capability.named("c" + i, ""));
    }
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> offer(ECHO))
        .withMessage("capabilities: has more than 1000 entries");
    connect();
    assertThat(there.registrations().getFirst()).hasSize(1_000).doesNotContain("echo");
  }

  @Test
  void aRegistrationThatIsRefusedForGoodIsToldWhoeverWaits() throws Exception {
    there.answering(LobbyTypes.REGISTER, Ack.failed("agent:a is somebody else's"));
    offer(ECHO);
    client.connect();
    assertThatExceptionOfType(CallRefused.class)
        .isThrownBy(() -> lobby.awaitRegistered(TIMEOUT))
        .withMessage("agent:a is somebody else's");
    assertThat(there.time.nobodySleeps()).isTrue();
    assertThat(client.state()).isInstanceOf(ClientState.Connected.class);

    there.answering(LobbyTypes.REGISTER, status(LobbyStatus.REGISTERED, null));
    reconnect();
    assertThat(lobby.awaitRegistered(TIMEOUT)).isTrue();
  }

  @Test
  void triesAgainAfterAWhileWhenTheLobbyIsNotReady() throws Exception {
    var attempts = new AtomicInteger();
    there.on(
        LobbyTypes.REGISTER,
        _ ->
            attempts.incrementAndGet() < 4
                ? Ack.retryIn(1, "the disk is full")
                : status(LobbyStatus.REGISTERED, null));
    offer(ECHO);
    client.connect();
    for (long millis : new long[] {500, 1_000, 2_000}) {
      assertThat(lobby.awaitRegistered(Duration.ZERO)).isFalse();
      assertThat(there.time.passNextSleep()).isEqualTo(Duration.ofMillis(millis));
    }
    assertThat(lobby.awaitRegistered(TIMEOUT)).isTrue();
    assertThat(attempts).hasValue(4);
  }

  @Test
  void triesAgainWhenTheBusIsOverloaded() throws Exception {
    offer(ECHO);
    there.bus.refuse(Methods.SEND_MESSAGE, RpcError.of(ErrorCodes.OVERLOADED, "slow down"));
    client.connect();
    there.time.nextSleep();
    there.bus.onSend(
        (message, answer) ->
            answer.result(ScriptedBus.receipt(message, status(LobbyStatus.REGISTERED, null))));
    there.time.advance(Duration.ofSeconds(1));
    assertThat(lobby.awaitRegistered(TIMEOUT)).isTrue();
  }

  @Test
  void anOfferThatTheLobbyConfirmsMeanwhileEndsTheTrying() throws Exception {
    there.answering(LobbyTypes.REGISTER, Ack.retryIn(1, "busy"));
    offer(ECHO);
    client.connect();
    there.time.nextSleep();
    there.answering(LobbyTypes.REGISTER, status(LobbyStatus.REGISTERED, null));
    offer(SHOUT);
    int heard = there.heard().size();
    there.time.advance(Duration.ofMinutes(1));
    assertThat(lobby.awaitRegistered(Duration.ZERO)).isTrue();
    reconnect();
    assertThat(lobby.awaitRegistered(TIMEOUT)).isTrue();
    assertThat(there.heard()).hasSize(heard + 1);
  }

  @Test
  void aBusWithoutALobbyIsSaidSo() throws Exception {
    there.bus.onSend((message, answer) -> answer.result(ScriptedBus.receipt(message)));
    client.connect();
    assertThatExceptionOfType(CallRefused.class)
        .isThrownBy(() -> offer(ECHO))
        .withMessage("this bus has no lobby");
  }

  @Test
  void anOfferThatGetsNoAnswerIsAnErrorAndStays() throws Exception {
    connect();
    there.bus.onCall(
        Methods.SEND_MESSAGE, (_, _, answer) -> answer.result(ScriptedLobby.json("{}")));
    assertThatExceptionOfType(NoAnswer.class).isThrownBy(() -> offer(ECHO));
    assertThat(lobby.awaitRegistered(Duration.ZERO)).isFalse();
  }

  @Test
  void offersFromManyThreadsAllArrive() throws Exception {
    connect();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var go = new CountDownLatch(1);
      for (int i = 0; i < 50; i++) {
        Capability capability = Capability.named("c" + i, "");
        threads.submit(
            () -> {
              go.await();
              offer(capability);
              return null;
            });
      }
      go.countDown();
    }
    assertThat(there.registrations().getLast()).hasSize(50);
  }
}
