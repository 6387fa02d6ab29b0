package bub.client.lobby;

import static bub.client.lobby.ScriptedLobby.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.BusClient;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.InputRequired;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.lobby.Version;
import bub.protocol.trace.Causality;
import bub.protocol.trace.GuardReasons;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class ServiceTest {
  record Query(String item, int pieces) {
    Query {
      if (pieces < 1) {
        throw new IllegalArgumentException("pieces must be one or more");
      }
    }
  }

  record Price(double amount) {}

  private static final Contract<Query, Price> FIND_PRICE =
      Contract.of("find_price", Query.class, Price.class);
  private static final String TWO_PENS = "{'capability_name':'find_price','item':'pen','pieces':2}";

  private final ScriptedLobby there = new ScriptedLobby();
  private final BusClient client = there.client();
  private final LobbyClient lobby = LobbyClient.of(client);

  @AfterEach
  void close() {
    client.close();
  }

  private static ServiceResponse error(Ack ack) {
    assertThat(ack.success()).isFalse();
    return new ServiceResponse(ServiceResponse.ERROR, ack.payload());
  }

  // ---- what is answered

  @Test
  void recordsComeInAndGoOut() throws Exception {
    lobby.offer(FIND_PRICE, query -> new Price(query.pieces() * 1.5));
    client.connect();
    Ack ack = there.call("m1", TWO_PENS);
    assertThat(ack).isEqualTo(Ack.ok("done", json("{'amount':3.0,'status':'success'}")));
  }

  @Test
  void jsonComesInWithoutItsNameAndGoesOutAsItIs() throws Exception {
    var seen = new CopyOnWriteArrayList<RawJson>();
    lobby.offer(
        Capability.named("echo", ""),
        input -> {
          seen.add(input);
          return json("{ 'n' : 1.0 }");
        });
    client.connect();
    Ack ack = there.call("m1", "{'capability_name':'echo','a':[1]}");
    assertThat(seen).containsExactly(json("{'a':[1]}"));
    assertThat(ack.payload()).isEqualTo(json("{ 'n' : 1.0 ,'status':'success'}"));
  }

  @Test
  void aHandlerMayKnowWhoCalls() throws Exception {
    lobby.offer(FIND_PRICE, (_, caller) -> new Price(caller.value().length()));
    lobby.offer(Capability.named("whoami", ""), (_, caller) -> json("{'you':'" + caller + "'}"));
    client.connect();
    assertThat(there.call("m1", TWO_PENS).payload().toString()).contains("12.0");
    assertThat(there.call("m2", "{'capability_name':'whoami'}").payload().toString())
        .contains("\"you\":\"agent:caller\"");
  }

  @Test
  void theNewestVersionThatFitsAnswers() throws Exception {
    for (String version : new String[] {"", "1.0.0", "1.2.0", "2.0.0", "3.0.0-beta"}) {
      Capability plain = Capability.named("v", "");
      Version parsed = Version.parse(version);
      lobby.offer(
          parsed == null ? plain : plain.withVersion(parsed), _ -> json("{'v':'" + version + "'}"));
    }
    client.connect();
    assertThat(version("v@^1")).isEqualTo("1.2.0");
    assertThat(version("v@1.0.0")).isEqualTo("1.0.0");
    assertThat(version("v@>=1")).isEqualTo("2.0.0");
    assertThat(version("v")).isEqualTo("3.0.0-beta");
    assertThat(there.call("none", "{'capability_name':'v@^9'}").message())
        .isEqualTo("agent:a does not offer v@^9");
  }

  private @Nullable String version(String wanted) throws Exception {
    Ack ack = there.call("to " + wanted, "{'capability_name':'" + wanted + "'}");
    return ack.payload().fields().optionalString("v");
  }

  @Test
  void aCallThatComesAgainIsNotPerformedTwice() throws Exception {
    var runs = new AtomicInteger();
    lobby.offer(FIND_PRICE, _ -> new Price(runs.incrementAndGet()));
    client.connect();
    assertThat(there.call("m1", TWO_PENS)).isEqualTo(there.call("m1", TWO_PENS));
    assertThat(runs).hasValue(1);
  }

  @Test
  void whatAHandlerAsksForNamesTheCallBesideTheContent() throws Exception {
    var asked = new CopyOnWriteArrayList<Envelope>();
    there.on(
        LobbyTypes.REQUEST,
        message -> {
          asked.add(message);
          return Ack.ok("", json("{'status':'success','amount':2.0}"));
        });
    lobby.offer(FIND_PRICE, query -> lobby.call("estimate", query, Price.class));
    client.connect();
    assertThat(there.call("m1", TWO_PENS).success()).isTrue();
    RawJson payload = asked.getFirst().payload();
    assertThat(Causality.read(payload).cause()).hasToString("m1");
    assertThat(Causality.read(payload).trace()).isNotNull();
    assertThat(Causality.read(ScriptedLobby.content(asked.getFirst()))).isEqualTo(Causality.NONE);
  }

  // ---- what fails

  @Test
  void aCallThatTheLoopGuardRefusedIsNotRetried() throws Exception {
    there.bus.refuse(
        Methods.SEND_MESSAGE,
        RpcError.of(ErrorCodes.OVERLOADED, "a loop").because(GuardReasons.TURN_STOPPED));
    client.connect();
    assertThatThrownBy(() -> lobby.request("estimate").call(json("{}")))
        .isInstanceOfSatisfying(
            CallRefused.class, refused -> assertThat(refused.shouldRetry()).isFalse())
        .hasMessage("a loop");
  }

  @Test
  void aHandlerMayRefuseInItsOwnWords() throws Exception {
    lobby.offer(
        FIND_PRICE,
        query -> {
          throw new CallRefused(query.item() + " is sold out");
        });
    client.connect();
    assertThat(there.call("m1", TWO_PENS)).isEqualTo(Ack.failed("pen is sold out"));
  }

  @Test
  void aHandlerMayAskForMoreInput() throws Exception {
    var question = InputRequired.question("colour", "Which colour?", json("{'type':'object'}"));
    lobby.offer(
        Capability.named("paint", ""),
        input -> {
          if (!input.fields().has(InputRequired.RESPONSES)) {
            throw new NeedsInput(new InputRequired(question.requests(), "s-1"));
          }
          return input.fields().object(InputRequired.RESPONSES);
        });
    client.connect();

    Ack asked = there.call("m1", "{'capability_name':'paint'}");
    assertThat(asked.success()).isTrue();
    assertThat(InputRequired.find(asked.payload()))
        .isEqualTo(new InputRequired(question.requests(), "s-1"));
    Ack answered =
        there.call("m2", "{'capability_name':'paint','input_responses':{'colour':'red'}}");
    assertThat(answered.payload().fields().string("colour")).isEqualTo("red");
  }

  @Test
  void whatAnotherAgentRefusedTheHandlerIsToldInWordsOnly() throws Exception {
    var response = ServiceResponse.error(CallError.AGENT_OFFLINE, "Agent 'agent:b' is offline.");
    there.answering(LobbyTypes.REQUEST, new Ack(false, "offline", true, 1, response.payload()));
    lobby.offer(FIND_PRICE, query -> lobby.call("estimate", query, Price.class));
    client.connect();
    assertThat(there.call("m1", TWO_PENS)).isEqualTo(Ack.retryIn(1, "Agent 'agent:b' is offline."));
  }

  @Test
  void aHandlerThatThrowsTellsTheLogAndNotTheCaller() throws Exception {
    lobby.offer(
        FIND_PRICE,
        _ -> {
          throw new IllegalStateException("password is hunter2");
        });
    client.connect();
    var log = new ListAppender<ILoggingEvent>();
    log.start();
    var logger = (Logger) LoggerFactory.getLogger("bub.client.IncomingMessages");
    logger.setLevel(Level.ERROR);
    logger.setAdditive(false);
    logger.addAppender(log);
    try {
      assertThat(there.call("thrown", TWO_PENS))
          .isEqualTo(Ack.failed("agent:a failed to handle the message"));
    } finally {
      logger.detachAppender(log);
      logger.setLevel(null);
      logger.setAdditive(true);
    }
    assertThat(List.copyOf(log.list))
        .filteredOn(event -> event.getFormattedMessage().contains("message thrown"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getThrowableProxy().getMessage()).contains("hunter2");
              assertThat(event.getThrowableProxy().getStackTraceElementProxyArray()).isNotEmpty();
            });
  }

  @Test
  void inputThatTheRecordWillNotHaveIsInvalid() throws Exception {
    lobby.offer(FIND_PRICE, _ -> new Price(1));
    client.connect();
    ServiceResponse own =
        error(there.call("m1", "{'capability_name':'find_price','item':'pen','pieces':0}"));
    assertThat(own.errorCode()).isEqualTo(CallError.INVALID_INPUT);
    assertThat(own.error()).isEqualTo("Query: pieces must be one or more");
    ServiceResponse odd = error(there.call("m2", "{'capability_name':'find_price','item':7}"));
    assertThat(odd.errorCode()).isEqualTo(CallError.INVALID_INPUT);
    assertThat(odd.error()).isEqualTo("item: must be a string");
  }

  @Test
  void outputThatCannotBeSentIsAFailureOfTheHandler() throws Exception {
    lobby.offer(FIND_PRICE, _ -> new Price(Double.NaN));
    lobby.offer(Capability.named("list", ""), _ -> json("[]"));
    lobby.offer(Capability.named("lies", ""), _ -> json("{'status':'success'}"));
    client.connect();
    Ack failure = Ack.failed("agent:a failed to handle the message");
    assertThat(there.call("m1", TWO_PENS)).isEqualTo(failure);
    assertThat(there.call("m2", "{'capability_name':'list'}")).isEqualTo(failure);
    assertThat(there.call("m3", "{'capability_name':'lies'}")).isEqualTo(failure);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'capability_name':7}",
        "{'capability_name':''}",
        "{'capability_name':'*@'}"
      })
  void aCallOfNothingIsRefused(String content) throws Exception {
    lobby.offer(FIND_PRICE, _ -> new Price(1));
    client.connect();
    assertThat(there.call("m1", content).message()).startsWith("capability_name: ");
  }

  // ---- what is none of the lobby's business

  @Test
  void otherMessagesReachTheClientsOwnHandler() throws Exception {
    client.serve(envelope -> Ack.ok("mine", envelope.payload()));
    lobby.offer(FIND_PRICE, _ -> new Price(1));
    client.connect();
    for (String payload :
        new String[] {
          "{'type':'agent_message','content':{}}", "{'text':'no type'}", "{'type':7}", "{}"
        }) {
      var envelope =
          new Envelope(
              new Address("tg:1"),
              ScriptedLobby.AGENT,
              new MessageId("m " + payload),
              json(payload));
      assertThat(there.bus.deliver(envelope)).isEqualTo(Ack.ok("mine", json(payload)));
    }
    assertThat(there.call("m1", TWO_PENS).message()).isEqualTo("done");
  }
}
