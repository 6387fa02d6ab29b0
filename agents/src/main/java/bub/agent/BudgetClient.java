package bub.agent;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.json.JsonValue;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.budget.BudgetAnswer;
import bub.protocol.budget.BudgetRequest;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests of one agent to the keeper of the budgets. A bus without a keeper enforces no budgets.
 * One thread at a time.
 */
final class BudgetClient {
  private static final Logger LOG = LoggerFactory.getLogger(BudgetClient.class);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** A keeper that answered before and is gone now is probably restarting. */
  private static final Duration KEEPER_BACK_WITHIN = Duration.ofSeconds(20);

  private static final Duration SEARCH_EVERY = Duration.ofMinutes(1);
  private static final int MAX_UNSENT = 1_000;

  /** Answer to a reservation. */
  sealed interface Reservation {
    /** {@code id} names the call in its settlement, even when nobody keeps budgets. */
    record Granted(MessageId id) implements Reservation {}

    /** The sentence is for the person. */
    record Refused(String sentence) implements Reservation {}

    /** The keeper cannot be asked at the moment. */
    record Unavailable(String why) implements Reservation {}
  }

  /** Unknown until the first answer: a call must not go uncharged because the bus is away. */
  private enum Keeper {
    UNKNOWN,
    PRESENT,
    ABSENT
  }

  private sealed interface Reply {
    record Answered(Ack ack, BudgetAnswer answer) implements Reply {}

    record NoKeeper() implements Reply {}

    record TryAgain(String why) implements Reply {}
  }

  private final BusClient client;
  private final ClientEnvironment environment;
  private final Consumer<BudgetAnswer> notices;
  private final Deque<Envelope> unsent = new ArrayDeque<>();
  private Keeper keeper = Keeper.UNKNOWN;
  private Instant nextSearch = Instant.MIN;

  /** {@code notices} gets every answer, on the thread of the request. */
  BudgetClient(BusClient client, ClientEnvironment environment, Consumer<BudgetAnswer> notices) {
    this.client = client;
    this.environment = environment;
    this.notices = notices;
  }

  Reservation reserve(String model, long tokensIn, long tokensOut) throws InterruptedException {
    Envelope request = compose(new BudgetRequest.Reserve(model, tokensIn, tokensOut));
    if (environment.time().now().isBefore(nextSearch)) {
      return new Reservation.Granted(request.messageId());
    }
    Instant deadline = environment.time().now().plus(KEEPER_BACK_WITHIN);
    while (true) {
      Reply reply = ask(request);
      switch (reply) {
        case Reply.Answered(Ack ack, BudgetAnswer answer) -> {
          keeper = Keeper.PRESENT;
          notices.accept(answer);
          sendUnsent();
          return answer.result() == BudgetAnswer.Result.REFUSED
              ? new Reservation.Refused(ack.message())
              : new Reservation.Granted(request.messageId());
        }
        case Reply.NoKeeper _ when keeper != Keeper.PRESENT -> {
          keeper = Keeper.ABSENT;
          return new Reservation.Granted(request.messageId());
        }
        case Reply.NoKeeper _, Reply.TryAgain _ -> {
          if (!environment.time().now().isBefore(deadline)) {
            return late(reply, request);
          }
          environment.time().sleep(PAUSE);
        }
      }
    }
  }

  private Reservation late(Reply reply, Envelope request) {
    if (reply instanceof Reply.TryAgain(String why)) {
      return new Reservation.Unavailable("the budget cannot be checked: " + why);
    }
    LOG.warn(
        "No peer keeps budgets at {}. Model calls continue without budgets", BudgetRequest.ADDRESS);
    keeper = Keeper.ABSENT;
    nextSearch = environment.time().now().plus(SEARCH_EVERY);
    return new Reservation.Granted(request.messageId());
  }

  /** Returns the cost, or null when it is unknown. */
  @Nullable BigDecimal settle(MessageId reservation, String model, long tokensIn, long tokensOut)
      throws InterruptedException {
    Envelope report = compose(new BudgetRequest.Settle(reservation, model, tokensIn, tokensOut));
    Reply reply;
    try {
      reply = ask(report);
    } catch (InterruptedException stopped) {
      keep(report);
      throw stopped;
    }
    return switch (reply) {
      case Reply.Answered(_, BudgetAnswer answer) -> {
        notices.accept(answer);
        sendUnsent();
        yield answer.costUsd();
      }
      case Reply.NoKeeper _, Reply.TryAgain _ -> {
        keep(report);
        yield null;
      }
    };
  }

  /** For an interrupted call: the caller must not wait. */
  void settleLater(MessageId reservation, String model, long tokensIn, long tokensOut) {
    keep(compose(new BudgetRequest.Settle(reservation, model, tokensIn, tokensOut)));
  }

  private void keep(Envelope report) {
    if (keeper != Keeper.PRESENT) {
      return;
    }
    if (unsent.size() == MAX_UNSENT) {
      unsent.removeFirst(); // the ledger then keeps the estimate
    }
    unsent.addLast(report);
  }

  private void sendUnsent() throws InterruptedException {
    while (!unsent.isEmpty()
        && ask(unsent.getFirst()) instanceof Reply.Answered(_, BudgetAnswer answer)) {
      unsent.removeFirst();
      notices.accept(answer);
    }
  }

  private Envelope compose(JsonValue request) {
    return client.compose(BudgetRequest.ADDRESS, request);
  }

  private Reply ask(Envelope envelope) throws InterruptedException {
    try {
      return reply(client.send(envelope, ANSWER_WITHIN));
    } catch (RpcException refused) {
      int code = refused.error().code();
      return code == ErrorCodes.OVERLOADED || code == ErrorCodes.DRAINING
          ? new Reply.TryAgain(String.valueOf(refused.getMessage()))
          : new Reply.NoKeeper();
    } catch (NotConnected offline) {
      return keeper == Keeper.ABSENT
          ? new Reply.NoKeeper()
          : new Reply.TryAgain("the bus is not connected");
    } catch (NoAnswer lost) {
      return new Reply.TryAgain(String.valueOf(lost.getMessage()));
    }
  }

  /** Other peers may listen on the address too, and their acks mean nothing here. */
  private static Reply reply(SendResult result) {
    Ack retry = null;
    for (Ack ack : result.acks()) {
      BudgetAnswer answer = BudgetAnswer.read(ack.payload());
      if (answer != null) {
        return new Reply.Answered(ack, answer);
      }
      retry = ack.shouldRetry() ? ack : retry;
    }
    return retry == null ? new Reply.NoKeeper() : new Reply.TryAgain(retry.message());
  }
}
