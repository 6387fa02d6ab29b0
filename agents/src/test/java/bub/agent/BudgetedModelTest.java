package bub.agent;

import static org.assertj.core.api.Assertions.assertThat;

import bub.agent.model.ConversationLine;
import bub.agent.model.Model;
import bub.agent.model.ModelListener;
import bub.agent.model.ModelOutcome;
import bub.agent.model.Prompt;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientSettings;
import bub.client.TimeSource;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.budget.BudgetAnswer;
import bub.protocol.budget.BudgetRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While somebody keeps budgets, no model call is made without a reservation. */
class BudgetedModelTest {
  private static final Prompt PROMPT = new Prompt("", List.of(), List.of());
  private static final String KEEPER = BudgetRequest.ADDRESS.value();

  @TempDir private Path directory;
  private final LeapingTime time = new LeapingTime();
  private AgentBus bus;
  private BusClient client;
  private int calls;
  private Runnable whenItSleeps = () -> {};
  private Model model;

  @BeforeEach
  void begin() throws Exception {
    bus = AgentBus.start(directory);
    client = BusClient.of(ClientSettings.of(bus.url(), new Address("agent:worker-1")));
    client.connect();
    var watched =
        new TimeSource() {
          @Override
          public Instant now() {
            return time.now();
          }

          @Override
          public void sleep(Duration duration) {
            time.sleep(duration);
            whenItSleeps.run();
          }
        };
    var environment =
        new ClientEnvironment(watched, () -> 1.0, ClientEnvironment.system().messageIds());
    model =
        new BudgetedModel(
            new CountedModel(),
            new BudgetClient(client, environment, _ -> {}),
            new TokenEstimate());
  }

  @AfterEach
  void end() {
    client.close();
    bus.close();
  }

  private final class CountedModel implements Model {
    @Override
    public String name() {
      return "lab/x";
    }

    @Override
    public ModelOutcome ask(Prompt prompt, Duration atMost, ModelListener listener) {
      calls++;
      return new ModelOutcome.Answer(
          ConversationLine.Said.of("yes"), new ModelOutcome.Usage(1, 1), ModelOutcome.Answer.STOP);
    }
  }

  private ModelOutcome ask() throws InterruptedException {
    return model.ask(PROMPT, Duration.ofMinutes(3), ModelListener.NONE);
  }

  private static Ack granted(Envelope request) {
    boolean isReservation = BudgetRequest.read(request.payload()) instanceof BudgetRequest.Reserve;
    var result = isReservation ? BudgetAnswer.Result.GRANTED : BudgetAnswer.Result.SETTLED;
    return Ack.ok("done", new BudgetAnswer(result, null, List.of()));
  }

  @Test
  void aKeeperThatCannotUseItsLedgerAllowsNoCall() throws Exception {
    try (TestPeer keeper = bus.peer(KEEPER)) {
      keeper.answering(_ -> Ack.retryIn(2, "the system agent cannot use its ledger"));

      assertThat(ask())
          .isEqualTo(
              ModelOutcome.Failure.passing(
                  "the budget cannot be checked: the system agent cannot use its ledger"));
      assertThat(calls).isZero();

      keeper.answering(BudgetedModelTest::granted);
      assertThat(ask()).isInstanceOf(ModelOutcome.Answer.class);
      assertThat(calls).isEqualTo(1);
    }
  }

  @Test
  void aKeeperThatIsAwayForAMomentIsAskedBeforeTheCall() throws Exception {
    TestPeer first = bus.peer(KEEPER).answering(BudgetedModelTest::granted);
    ask();
    first.close();
    TestPeer second;
    try (var back = new Returning()) {
      whenItSleeps = back::sleep;
      assertThat(ask()).isInstanceOf(ModelOutcome.Answer.class);
      second = back.peer();
      assertThat(second.got().getFirst().type()).isEqualTo(BudgetRequest.Reserve.TYPE);
      assertThat(back.callsBefore).isEqualTo(1);
    }
    assertThat(calls).isEqualTo(2);
  }

  @Test
  void withoutAConnectionToTheBusNoCallIsMade() throws Exception {
    try (TestPeer _ = bus.peer(KEEPER).answering(BudgetedModelTest::granted)) {
      ask();
    }
    client.close();

    assertThat(ask())
        .isEqualTo(
            ModelOutcome.Failure.passing("the budget cannot be checked: the bus is not connected"));
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void anAgentThatHasNotReachedTheBusYetMakesNoCall() throws Exception {
    client.close();

    assertThat(ask())
        .isEqualTo(
            ModelOutcome.Failure.passing("the budget cannot be checked: the bus is not connected"));
    assertThat(calls).isZero();
  }

  @Test
  void aBusThatHadNoKeeperDoesNotStopCallsWhenItGoesAway() throws Exception {
    ask();
    client.close();

    assertThat(ask()).isInstanceOf(ModelOutcome.Answer.class);
    assertThat(calls).isEqualTo(2);
  }

  /** Keeper that comes back at the third pause of the agent. */
  private final class Returning implements AutoCloseable {
    private final List<TestPeer> peers = new ArrayList<>();
    private int pauses;
    private int callsBefore;

    void sleep() {
      if (++pauses == 3) {
        callsBefore = calls;
        peers.add(bus.peer(KEEPER).answering(BudgetedModelTest::granted));
      }
    }

    TestPeer peer() {
      return peers.getFirst();
    }

    @Override
    public void close() {
      peers.forEach(TestPeer::close);
    }
  }
}
