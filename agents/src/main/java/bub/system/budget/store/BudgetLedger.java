package bub.system.budget.store;

import bub.protocol.Address;
import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit.Period;
import bub.protocol.budget.UsageReport;
import bub.store.StoreDatabase;
import bub.store.StoreSchema;
import bub.system.budget.store.ReservationTables.State;
import bub.system.budget.store.TurnTables.TurnUse;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Ledger of all model calls on disk. A reserved call counts with its estimate from the moment it is
 * granted until its real use is known. So the books stay right when everything is killed: a call
 * that may have reached the model is never forgotten. Safe for any thread; calls block.
 */
public final class BudgetLedger implements AutoCloseable {
  private static final List<String> SCHEMA =
      List.of(
          """
          CREATE TABLE usage (
            day TEXT NOT NULL,
            agent TEXT NOT NULL,
            chat TEXT NOT NULL,
            model TEXT NOT NULL,
            calls INTEGER NOT NULL,
            tokens_in INTEGER NOT NULL,
            tokens_out INTEGER NOT NULL,
            cost INTEGER NOT NULL,
            unpriced INTEGER NOT NULL,
            PRIMARY KEY (day, agent, chat, model)) WITHOUT ROWID;
          CREATE INDEX usage_by_chat ON usage (day, chat);
          CREATE TABLE turn (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            trace TEXT NOT NULL UNIQUE,
            agent TEXT NOT NULL,
            chat TEXT NOT NULL,
            calls INTEGER NOT NULL,
            tokens_in INTEGER NOT NULL,
            tokens_out INTEGER NOT NULL,
            cost INTEGER NOT NULL,
            unpriced INTEGER NOT NULL);
          CREATE TABLE reservation (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            agent TEXT NOT NULL,
            id TEXT NOT NULL,
            chat TEXT NOT NULL,
            trace TEXT NOT NULL,
            model TEXT NOT NULL,
            calls INTEGER NOT NULL,
            tokens_in INTEGER NOT NULL,
            tokens_out INTEGER NOT NULL,
            cost INTEGER NOT NULL,
            unpriced INTEGER NOT NULL,
            day TEXT NOT NULL,
            at INTEGER NOT NULL,
            state TEXT NOT NULL,
            UNIQUE (agent, id));
          CREATE INDEX reservation_by_turn ON reservation (agent, trace, state);
          CREATE INDEX reservation_by_state ON reservation (state, at);
          CREATE TABLE step (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            agent TEXT NOT NULL,
            id TEXT NOT NULL,
            UNIQUE (agent, id));
          CREATE TABLE notice (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            recipient TEXT NOT NULL,
            text TEXT NOT NULL);
          CREATE INDEX notice_by_recipient ON notice (recipient)
          """);

  private final StoreDatabase database;
  private final Function<BudgetUse, String> noticeText;

  private BudgetLedger(StoreDatabase database, Function<BudgetUse, String> noticeText) {
    this.database = database;
    this.noticeText = noticeText;
  }

  /** Opens the file even on a full disk. {@code noticeText} words a notice for the person. */
  public static BudgetLedger open(Path file, Function<BudgetUse, String> noticeText)
      throws IOException {
    return new BudgetLedger(StoreDatabase.openForServing(file, StoreSchema.of(SCHEMA)), noticeText);
  }

  /** Decision about a reservation. */
  public sealed interface Decision {
    record Granted(List<String> notices) implements Decision {}

    /** {@code isFirst}: the first refusal by this budget in its period. */
    record Refused(BudgetUse by, long needed, boolean isFirst) implements Decision {}
  }

  /** All budgets must have room for the estimate. A repeated request gets the same reservation. */
  public Decision reserve(ModelCall call, List<Budget> budgets)
      throws IOException, InterruptedException {
    return database.call(c -> reserve(c, call, budgets));
  }

  private Decision reserve(Connection c, ModelCall call, List<Budget> budgets) throws SQLException {
    moveFutureDays(c, call.day());
    if (ReservationTables.state(c, call.agent(), call.id()) == null) {
      TurnUse turn = turn(c, call);
      ModelCall booked = booked(c, call, turn);
      for (BudgetUse use : uses(c, booked, turn, budgets)) {
        long needed = call.spending().in(use.budget().limit().unit());
        if (!use.hasRoomFor(needed)) {
          boolean isFirst = NoticeTables.put(c, key("refused", use, call.day()), "", "");
          return new Decision.Refused(use, needed, isFirst);
        }
      }
      charge(c, booked, booked.spending());
      ReservationTables.put(c, booked, State.OPEN);
    }
    return new Decision.Granted(takeNotices(c, call));
  }

  /**
   * Replaces the estimate of a reservation by the real use. A call without a reservation is
   * charged, and a call that is settled already stays. Returns notices for the agent's chat.
   */
  public List<String> settle(ModelCall call, List<Budget> budgets)
      throws IOException, InterruptedException {
    return database.call(
        c -> {
          moveFutureDays(c, call.day());
          State state = ReservationTables.state(c, call.agent(), call.id());
          ModelCall reserved = ReservationTables.find(c, call.agent(), call.id());
          if (reserved == null) {
            ModelCall booked = booked(c, call, turn(c, call));
            charge(c, booked, booked.spending());
            ReservationTables.put(c, booked, State.SETTLED);
            notice(c, booked, budgets);
          } else if (state == State.OPEN) {
            charge(c, reserved, call.spending().minus(reserved.spending()));
            ReservationTables.close(c, reserved, State.SETTLED);
            notice(c, reserved.on(call.day()), budgets);
          }
          return takeNotices(c, call);
        });
  }

  /**
   * Charges a step event to its sender. It charges a turn only up to the amount that the sender
   * reserved there, because nobody has checked the figures.
   */
  public void report(ModelCall step, List<Budget> budgets)
      throws IOException, InterruptedException {
    database.call(
        c -> {
          moveFutureDays(c, step.day());
          if (ReservationTables.isNewStep(c, step.agent(), step.id())
              && !ReservationTables.hasSettled(c, step.agent(), step.traceText())) {
            report(c, step, budgets);
          }
          return true;
        });
  }

  private void report(Connection c, ModelCall step, List<Budget> budgets) throws SQLException {
    ModelCall reserved = ReservationTables.oldestOpen(c, step.agent(), step.traceText());
    if (reserved == null) {
      ModelCall booked = booked(c, step.outsideTurns(), null);
      chargeDay(c, booked, booked.spending());
      notice(c, booked, budgets);
      return;
    }
    Spending estimate = reserved.spending();
    chargeDay(c, reserved, step.spending().minus(estimate));
    TurnTables.add(c, reserved.traceText(), step.spending().atMost(estimate).minus(estimate));
    ReservationTables.close(c, reserved, State.REPORTED);
    notice(c, reserved.on(step.day()), budgets);
  }

  /** Everything that a turn causes belongs to the chat of its first agent. */
  private static @Nullable TurnUse turn(Connection c, ModelCall call) throws SQLException {
    if (call.trace() == null) {
      return null;
    }
    TurnUse known = TurnTables.find(c, call.traceText());
    return known == null
        ? TurnTables.begin(c, call.traceText(), call.agent().value(), call.chatText())
        : known;
  }

  private static ModelCall booked(Connection c, ModelCall call, @Nullable TurnUse turn)
      throws SQLException {
    String model =
        UsageTables.bookedModel(c, call.day().toString(), call.agent().value(), call.model());
    Address chat =
        turn == null ? call.chat() : turn.chat().isEmpty() ? null : new Address(turn.chat());
    return new ModelCall(
        call.agent(), call.id(), chat, call.trace(), model, call.spending(), call.day(), call.at());
  }

  private static List<BudgetUse> uses(
      Connection c, ModelCall call, @Nullable TurnUse turn, List<Budget> budgets)
      throws SQLException {
    return BudgetUses.of(
        c, budgets, call.day().toString(), call.agent().value(), call.chatText(), turn);
  }

  private static void charge(Connection c, ModelCall call, Spending more) throws SQLException {
    chargeDay(c, call, more);
    TurnTables.add(c, call.traceText(), more);
  }

  private static void chargeDay(Connection c, ModelCall call, Spending more) throws SQLException {
    UsageTables.add(
        c, call.day().toString(), call.agent().value(), call.chatText(), call.model(), more);
  }

  private void notice(Connection c, ModelCall call, List<Budget> budgets) throws SQLException {
    TurnUse turn = call.trace() == null ? null : TurnTables.find(c, call.traceText());
    String recipient = call.chat() == null ? call.agent().value() : call.chatText();
    for (BudgetUse use : uses(c, call, turn, budgets)) {
      if (use.needsNotice()) {
        NoticeTables.put(c, key("notice", use, call.day()), recipient, noticeText.apply(use));
      }
    }
  }

  private static String key(String kind, BudgetUse use, LocalDate day) {
    Budget budget = use.budget();
    String period = budget.limit().period() == Period.DAY ? day.toString() : "";
    return String.join(
        "|", kind, budget.target().text(), budget.limit().toString(), use.subject(), period);
  }

  private static List<String> takeNotices(Connection c, ModelCall call) throws SQLException {
    var notices = new ArrayList<>(NoticeTables.take(c, call.agent().value()));
    if (call.chat() != null) {
      notices.addAll(NoticeTables.take(c, call.chatText()));
    }
    return notices;
  }

  /**
   * Moves the use of days that have not come yet to today. Such days exist when the clock was ahead
   * and was set back. Thus no day gets its budget twice, and none stays used up for years.
   */
  private static void moveFutureDays(Connection c, LocalDate today) throws SQLException {
    for (String day : UsageTables.daysAfter(c, today.toString())) {
      UsageTables.move(c, day, today.toString());
      ReservationTables.move(c, day, today.toString());
    }
  }

  /** Current state for operators. */
  public record Overview(
      List<BudgetUse> uses, List<ModelCall> open, Map<String, Long> unpricedCalls) {}

  /** {@code open} has the reservations since {@code begin} that are not settled. */
  public Overview overview(List<Budget> budgets, LocalDate today, Instant begin)
      throws IOException, InterruptedException {
    return database.call(
        c -> {
          moveFutureDays(c, today);
          return new Overview(
              BudgetUses.all(c, budgets, today.toString()),
              ReservationTables.openSince(c, begin),
              UsageTables.unpriced(c, today.toString()));
        });
  }

  public UsageReport usage(LocalDate since, long skip) throws IOException, InterruptedException {
    return database.call(c -> UsageTables.report(c, since, skip));
  }

  public void forgetOldDays() throws IOException, InterruptedException {
    database.call(
        c -> {
          UsageTables.forgetOldDays(c);
          return true;
        });
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
