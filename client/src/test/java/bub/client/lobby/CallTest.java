package bub.client.lobby;

import static bub.client.lobby.ScriptedLobby.content;
import static bub.client.lobby.ScriptedLobby.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.InputRequired;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.lobby.ServiceResponse.Violation;
import bub.protocol.lobby.Services;
import bub.protocol.lobby.Services.Service;
import bub.protocol.lobby.Version;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallTest {
  record Query(String item) {}

  record Price(BigDecimal amount, String currency) {}

  private static final Address SHOP = new Address("agent:shop");
  private static final Query LAPTOP = new Query("laptop");
  private static final Price CHEAP = new Price(new BigDecimal("128.50"), "EUR");
  private static final String SUCCESS =
      "{'status':'success','amount':128.50,'currency':'EUR','more':[]}";

  private final ScriptedLobby there = new ScriptedLobby();
  private final BusClient client = there.client();
  private final LobbyClient lobby = LobbyClient.of(client);

  @BeforeEach
  void connect() throws Exception {
    there.answering(LobbyTypes.REQUEST, Ack.ok("success", json(SUCCESS)));
    client.connect();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private CallRefused refused(Ack ack) {
    there.answering(LobbyTypes.REQUEST, ack);
    try {
      Price price = lobby.call("find_price", LAPTOP, Price.class);
      throw new AssertionError("was answered: " + price);
    } catch (CallRefused refused) {
      return refused;
    } catch (NoAnswer | InterruptedException other) {
      throw new AssertionError(other);
    }
  }

  // ---- the call

  @Test
  void asksWhoeverIsThere() throws Exception {
    assertThat(lobby.call("find_price@^2", LAPTOP, Price.class)).isEqualTo(CHEAP);
    assertThat(there.heard())
        .containsExactly(
            "lobby_request {'item':'laptop','agent_id':'any','capability_name':'find_price@^2'}");
  }

  @Test
  void asksThisOne() throws Exception {
    assertThat(lobby.call(SHOP, "find_price", LAPTOP, Price.class)).isEqualTo(CHEAP);
    assertThat(there.heard())
        .containsExactly(
            "lobby_request {'item':'laptop','agent_id':'agent:shop',"
                + "'capability_name':'find_price'}");
  }

  @Test
  void aContractIsAskedForInAnyCompatibleVersion() throws Exception {
    var plain = Contract.of("find_price", Query.class, Price.class);
    var second =
        Contract.of(
            Capability.named("find_price", "").withVersion(new Version(2, 1, 0, "")),
            Query.class,
            Price.class);
    assertThat(lobby.call(plain, LAPTOP)).isEqualTo(CHEAP);
    assertThat(lobby.call(SHOP, second, LAPTOP)).isEqualTo(CHEAP);
    assertThat(there.heard())
        .containsExactly(
            "lobby_request {'item':'laptop','agent_id':'any','capability_name':'find_price'}",
            "lobby_request {'item':'laptop','agent_id':'agent:shop',"
                + "'capability_name':'find_price@^2.1.0'}");
  }

  @Test
  void rawInputAndOutputAreAsTheyAreWritten() throws Exception {
    there.answering(LobbyTypes.REQUEST, Ack.ok("", json("{'status':'success','n' : 1.0}")));
    RawJson output = lobby.request("count").to(SHOP).call(json("{ 'deep': {'status': 1} }"));
    assertThat(output).isEqualTo(json("{'n':1.0}"));
    assertThat(there.heard())
        .containsExactly(
            "lobby_request { 'deep': {'status': 1} ,'agent_id':'agent:shop',"
                + "'capability_name':'count'}");
  }

  @Test
  void emptyInputIsAnInput() throws Exception {
    lobby.request("now").call(RawJson.EMPTY_OBJECT);
    assertThat(there.heard())
        .containsExactly("lobby_request {'agent_id':'any','capability_name':'now'}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{'agent_id':1}", "{'a':1,'capability_name':2}", "{'auth_token':''}", "[]", "7"})
  void inputThatCouldBeMistakenIsNotSent(String input) {
    assertThatIllegalArgumentException().isThrownBy(() -> lobby.request("count").call(json(input)));
    assertThat(there.heard()).isEmpty();
  }

  // ---- refusals

  @ParameterizedTest
  @EnumSource(CallError.class)
  void aRefusalOfTheLobbySaysWhatIsWrong(CallError code) {
    var violation = new Violation("/item", "is missing");
    var response = ServiceResponse.error(code, "No.", List.of(violation));
    var ack = new Ack(false, "ignored", code.isPassing(), 1, response.payload());
    assertThat(refused(ack))
        .hasMessage("No.")
        .satisfies(
            refused -> {
              assertThat(refused.code()).isEqualTo(code);
              assertThat(refused.violations()).containsExactly(violation);
              assertThat(refused.shouldRetry()).isEqualTo(code.isPassing());
            });
  }

  @Test
  void aProviderThatNeedsInputIsARefusalWithItsQuestion() {
    var question = InputRequired.question("size", "Which size?", json("{'type':'object'}"));
    var refused = refused(new Ack(false, "input_required", false, 0, question.toRaw()));
    assertThat(refused).hasMessage("input_required: Which size?");
    assertThat(refused.code()).isEqualTo(CallError.INPUT_REQUIRED);
    assertThat(refused.input()).isEqualTo(question);
  }

  @Test
  void aProvidersOwnErrorHasNoCode() {
    var refused =
        refused(new Ack(false, "", false, 0, json("{'status':'error','error':'sold out'}")));
    assertThat(refused).hasMessage("sold out");
    assertThat(refused.code()).isNull();
    assertThat(refused.violations()).isEmpty();
  }

  @Test
  void anAckThatOnlyFailsSaysItsMessage() {
    assertThat(refused(Ack.failed("content.agent_id: is missing")))
        .hasMessage("content.agent_id: is missing");
    assertThat(refused(Ack.retryIn(5, "later")).shouldRetry()).isTrue();
  }

  @Test
  void outputThatIsNotWhatTheCallerExpectsIsRefused() {
    var refused = refused(Ack.ok("", json("{'status':'success','amount':'much'}")));
    assertThat(refused).hasMessage("the output of find_price is invalid: amount: must be a number");
    assertThat(refused.code()).isEqualTo(CallError.INVALID_OUTPUT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'status':7}", "{'status':'error'}", "{'status':'in_progress'}"})
  void aSuccessThatIsNoneIsRefused(String payload) {
    assertThat(refused(Ack.ok("", json(payload))))
        .hasMessageStartingWith("the lobby's answer is malformed: status: ");
  }

  @Test
  void whatTheBusRefusesIsRefused() throws Exception {
    there.bus.refuse(Methods.SEND_MESSAGE, RpcError.of(ErrorCodes.OVERLOADED, "slow down"));
    assertThatExceptionOfType(CallRefused.class)
        .isThrownBy(() -> lobby.call("find_price", LAPTOP, Price.class))
        .withMessage("slow down")
        .matches(refused -> refused.code() == CallError.RATE_LIMITED && refused.shouldRetry());
    there.bus.refuse(Methods.SEND_MESSAGE, RpcError.of(ErrorCodes.DRAINING, "closing"));
    assertThatExceptionOfType(CallRefused.class)
        .isThrownBy(() -> lobby.call("find_price", LAPTOP, Price.class))
        .matches(refused -> refused.code() == null && refused.shouldRetry());
    there.bus.refuse(Methods.SEND_MESSAGE, RpcError.invalidParams("from: not yours"));
    assertThatExceptionOfType(CallRefused.class)
        .isThrownBy(() -> lobby.call("find_price", LAPTOP, Price.class))
        .matches(refused -> refused.code() == null && !refused.shouldRetry());
  }

  @Test
  void withoutAConnectionItFailsAtOnce() {
    client.close();
    assertThatExceptionOfType(NotConnected.class)
        .isThrownBy(() -> lobby.call("find_price", LAPTOP, Price.class));
  }

  @Test
  void waitsAsLongAsItIsTold() {
    there.bus.neverAnswer(Methods.SEND_MESSAGE);
    assertThatExceptionOfType(NoAnswer.class)
        .isThrownBy(
            () ->
                lobby.request("find_price").within(Duration.ofMillis(20)).call(LAPTOP, Price.class))
        .matches(late -> late.reply().equals(new Reply.TimedOut()));
  }

  // ---- while it waits

  @Test
  void hearsHowItGoesOnWhileItWaits() throws Exception {
    var news = new CopyOnWriteArrayList<String>();
    there.on(
        LobbyTypes.REQUEST,
        request -> {
          for (int done = 1; done <= 2; done++) {
            Ack heard =
                there.deliver(
                    "agent:shop",
                    "p" + done,
                    LobbyTypes.PROGRESS,
                    "{'request_id':'%s','response':{'status':'in_progress','done':%d}}"
                        .formatted(request.messageId(), done));
            assertThat(heard.success()).isTrue();
          }
          assertThat(content(request).fields().string("item")).isEqualTo("laptop");
          return Ack.ok("", json(SUCCESS));
        });
    Price price =
        lobby
            .request("find_price")
            .onProgress(step -> news.add(step.fields().require("done").toString()))
            .call(LAPTOP, Price.class);
    assertThat(price).isEqualTo(CHEAP);
    assertThat(news).containsExactly("1", "2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'request_id':'unknown','response':{}}",
        "{'request_id':'unknown'}",
        "{'request_id':''}",
        "{'request_id':7}",
        "{}"
      })
  void newsThatNobodyWaitsForDoNoHarm(String content) throws Exception {
    there.deliver("agent:shop", "p1", LobbyTypes.PROGRESS, content);
    assertThat(lobby.call("find_price", LAPTOP, Price.class)).isEqualTo(CHEAP);
  }

  // ---- find

  @Test
  void findsWhoOffersWhat() throws Exception {
    var capability = Capability.named("find_price", "");
    var services = new Services(List.of(new Service(SHOP, List.of(capability.toRaw()))), "f*");
    there.answering(LobbyTypes.DISCOVER, Ack.ok("found", services));
    assertThat(lobby.discover(Discovery.byName("f*").onlyWhatMayBeCalled())).isEqualTo(services);
    assertThat(there.heard())
        .containsExactly("lobby_discover {'capability_name':'f*','only_callable':true}");
  }

  @Test
  void listsWhoIsRegistered() throws Exception {
    var page = new AgentPage(List.of(), SHOP);
    there.answering(LobbyTypes.AGENTS, Ack.ok("found", page));
    assertThat(lobby.agents(AgentPage.Query.first())).isEqualTo(page);
    assertThat(there.heard()).containsExactly("lobby_agents {'limit':100}");
  }

  @Test
  void anAnswerOfAnotherShapeIsRefused() {
    there.answering(LobbyTypes.DISCOVER, Ack.ok("found", json("{'services_found':7}")));
    assertThatExceptionOfType(CallRefused.class)
        .isThrownBy(() -> lobby.discover(Discovery.byWords("cheap")))
        .withMessage("the lobby's answer is malformed: services_found: must be an array");
  }
}
