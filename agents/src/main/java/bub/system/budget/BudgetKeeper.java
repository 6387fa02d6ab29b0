package bub.system.budget;

import bub.client.TimeSource;
import bub.client.files.WatchedFile;
import bub.json.InvalidField;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.budget.BudgetAnswer;
import bub.protocol.budget.BudgetRequest;
import bub.protocol.budget.BudgetStatus;
import bub.protocol.budget.ModelPrices;
import bub.protocol.budget.UsdAmount;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.trace.Causality;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import bub.system.budget.store.BudgetLedger;
import bub.system.budget.store.BudgetLedger.Decision;
import bub.system.budget.store.ModelCall;
import bub.system.budget.store.Spending;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeper of the budgets: grants model calls while there is room, and books their use before it
 * answers. Safe for any thread; calls block for the disk.
 */
public final class BudgetKeeper implements AutoCloseable {
  static final String PRICES_FILE = "prices.json";

  private static final Logger LOG = LoggerFactory.getLogger(BudgetKeeper.class);
  private static final String LEDGER_FILE = "budget.db";
  private static final int RETRY_SECONDS = 2;
  private static final int MAX_STEPS_AT_ONCE = 32;
  private static final BigDecimal MAX_STEP_COST = new BigDecimal(10_000);
  private static final Ack NOTED = Ack.ok("noted");

  private final BudgetLedger ledger;
  private final WatchedFile<BudgetRules> rulesFile;
  private final WatchedFile<ModelPrices> pricesFile;
  private final BudgetOverview overview;
  private final TimeSource time;
  private final Function<Address, @Nullable Address> chats;
  private final Semaphore steps = new Semaphore(MAX_STEPS_AT_ONCE);
  private final AtomicLong ignoredSteps = new AtomicLong();
  private volatile @Nullable LocalDate tidied;

  private BudgetKeeper(
      Path stateDir,
      BudgetLedger ledger,
      TimeSource time,
      Function<Address, @Nullable Address> chats) {
    this.ledger = ledger;
    this.time = time;
    this.chats = chats;
    this.rulesFile =
        new WatchedFile<>(stateDir.resolve(BudgetRules.FILE), BudgetRules::parse, BudgetRules.NONE);
    this.pricesFile =
        new WatchedFile<>(
            stateDir.resolve(PRICES_FILE),
            file -> ModelPrices.builtIn().with(ModelPrices.parse(file)),
            ModelPrices.builtIn());
    this.overview = new BudgetOverview(ledger);
  }

  /** {@code chats} returns the chat that an agent serves, or null. */
  public static BudgetKeeper open(
      Path stateDir, TimeSource time, Function<Address, @Nullable Address> chats)
      throws IOException {
    BudgetLedger ledger = BudgetLedger.open(stateDir.resolve(LEDGER_FILE), BudgetTexts::notice);
    return new BudgetKeeper(stateDir, ledger, time, chats);
  }

  /** Answers a message to {@link BudgetRequest#ADDRESS}. */
  public Ack answer(Envelope envelope) throws InterruptedException {
    try {
      return switch (BudgetRequest.read(envelope.payload())) {
        case BudgetRequest.Reserve request -> reserve(envelope, request);
        case BudgetRequest.Settle request -> settle(envelope, request);
        case BudgetRequest.Query _ -> Ack.ok("budgets", status());
        case BudgetRequest.Report(LocalDate since, long skip) ->
            Ack.ok("usage", ledger.usage(since, skip));
        case null -> Ack.failed(BudgetRequest.ADDRESS + " accepts only requests about budgets");
      };
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    } catch (IOException broken) {
      LOG.error("Could not use the ledger of the budgets", broken);
      return Ack.retryIn(
          RETRY_SECONDS, "the system agent cannot use its ledger: " + broken.getMessage());
    }
  }

  private Ack reserve(Envelope envelope, BudgetRequest.Reserve request)
      throws IOException, InterruptedException {
    WatchedFile.Reading<BudgetRules> reading = rulesFile.read();
    BudgetRules rules = reading.content();
    if (rules == null) {
      return refused(BudgetTexts.brokenRules(String.valueOf(reading.problem())));
    }
    tidy(rules);
    Long cost = cost(request.model(), request.tokensIn(), request.tokensOut());
    var spending = Spending.call(request.tokensIn(), request.tokensOut(), cost);
    ModelCall call =
        call(envelope, envelope.messageId(), turn(envelope), request.model(), spending, rules);
    try {
      return switch (ledger.reserve(call, rules.budgets())) {
        case Decision.Granted(List<String> notices) ->
            Ack.ok("granted", new BudgetAnswer(BudgetAnswer.Result.GRANTED, usd(cost), notices));
        case Decision.Refused refusal -> {
          String sentence = BudgetTexts.refusal(refusal, rules.zoneOrDefault());
          if (refusal.isFirst()) {
            LOG.warn("Refused a model call of {}: {}", envelope.from(), sentence);
          }
          yield refused(sentence);
        }
      };
    } catch (IOException broken) {
      if (!rules.budgets().isEmpty()) {
        throw broken;
      }
      LOG.error("Could not book a model call of {}", envelope.from(), broken);
      return Ack.ok("granted", new BudgetAnswer(BudgetAnswer.Result.GRANTED, usd(cost), List.of()));
    }
  }

  private static Ack refused(String sentence) {
    return new Ack(false, sentence, false, 0, BudgetAnswer.refused().toRaw());
  }

  private Ack settle(Envelope envelope, BudgetRequest.Settle request)
      throws IOException, InterruptedException {
    BudgetRules rules = lastGoodRules();
    Long cost = cost(request.model(), request.tokensIn(), request.tokensOut());
    var spending = Spending.call(request.tokensIn(), request.tokensOut(), cost);
    ModelCall call =
        call(envelope, request.reservation(), turn(envelope), request.model(), spending, rules);
    List<String> notices = ledger.settle(call, rules.budgets());
    return Ack.ok("settled", new BudgetAnswer(BudgetAnswer.Result.SETTLED, usd(cost), notices));
  }

  /** Books a step event of an agent that reports its use only with these events. */
  public Ack note(Envelope envelope) throws InterruptedException {
    if (!steps.tryAcquire()) {
      ignoredSteps.incrementAndGet();
      return Ack.retryIn(RETRY_SECONDS, "too many steps at a time");
    }
    try {
      if (AppMessage.read(envelope.payload()) instanceof AgentEvent event
          && event.kind() == AgentEvent.Kind.STEP) {
        note(envelope, Step.read(event.data()));
      }
      return NOTED;
    } catch (InvalidField odd) {
      ignoredSteps.incrementAndGet();
      return Ack.failed(String.valueOf(odd.getMessage()));
    } catch (IOException broken) {
      LOG.error("Could not book a step of {}", envelope.from(), broken);
      return Ack.retryIn(RETRY_SECONDS, "the system agent cannot use its ledger");
    } finally {
      steps.release();
    }
  }

  private void note(Envelope envelope, Step step) throws IOException, InterruptedException {
    Step.ModelUsage usage = step.usage();
    // A failed call without figures settles nothing: its estimate stays until it is settled.
    if (usage == null || step.isFailed() && usage.tokensIn() + usage.tokensOut() == 0) {
      return;
    }
    if (usage.tokensIn() > BudgetRequest.MAX_TOKENS
        || usage.tokensOut() > BudgetRequest.MAX_TOKENS
        || usage.costUsd() != null && usage.costUsd().compareTo(MAX_STEP_COST) > 0) {
      throw new InvalidField("tokens", "no model call has so many tokens or costs so much");
    }
    BudgetRules rules = lastGoodRules();
    // The price list comes first: an operator maintains it, and anybody may claim a cost.
    Long cost = cost(step.name(), usage.tokensIn(), usage.tokensOut());
    if (cost == null && usage.costUsd() != null) {
      cost = UsdAmount.nanos(usage.costUsd());
    }
    var spending = Spending.call(usage.tokensIn(), usage.tokensOut(), cost);
    TraceParent trace = Causality.read(envelope.payload()).trace();
    ModelCall call =
        call(
            envelope,
            envelope.messageId(),
            trace == null ? null : trace.trace(),
            step.name(),
            spending,
            rules);
    ledger.report(call, rules.budgets());
  }

  private ModelCall call(
      Envelope envelope,
      MessageId id,
      @Nullable TraceId trace,
      String model,
      Spending spending,
      BudgetRules rules) {
    Instant now = time.now();
    Address agent = envelope.from();
    return new ModelCall(agent, id, chats.apply(agent), trace, model, spending, day(rules), now);
  }

  /** A request that names no trace starts its own. */
  private static TraceId turn(Envelope envelope) {
    TraceParent named = Causality.read(envelope.payload()).trace();
    return named == null ? TraceId.startedBy(envelope.from(), envelope.messageId()) : named.trace();
  }

  private LocalDate day(BudgetRules rules) {
    return LocalDate.ofInstant(time.now(), rules.zoneOrDefault());
  }

  private BudgetRules lastGoodRules() {
    BudgetRules rules = rulesFile.read().content();
    return rules == null ? BudgetRules.NONE : rules;
  }

  private ModelPrices prices() {
    ModelPrices prices = pricesFile.read().content();
    return prices == null ? ModelPrices.builtIn() : prices;
  }

  private @Nullable Long cost(String model, long tokensIn, long tokensOut) {
    BigDecimal usd = prices().cost(model, tokensIn, tokensOut);
    return usd == null ? null : Long.valueOf(UsdAmount.nanos(usd));
  }

  private static @Nullable BigDecimal usd(@Nullable Long cost) {
    return cost == null ? null : UsdAmount.usd(cost);
  }

  private BudgetStatus status() throws IOException, InterruptedException {
    WatchedFile.Reading<BudgetRules> reading = rulesFile.read();
    return overview.of(
        reading.content() == null ? BudgetRules.NONE : reading.content(),
        time.now(),
        new BudgetOverview.Problems(
            reading.problem(),
            reading.content() == null,
            pricesFile.read().problem(),
            ignoredSteps.get()));
  }

  private void tidy(BudgetRules rules) throws IOException, InterruptedException {
    LocalDate today = day(rules);
    if (!today.equals(tidied)) {
      tidied = today;
      ledger.forgetOldDays();
    }
  }

  @Override
  public void close() throws IOException {
    ledger.close();
  }
}
