package bub.console.api;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.client.trace.RecentTurns;
import bub.client.trace.TraceReader;
import bub.client.trace.TurnTree;
import bub.console.http.ApiRefusal;
import bub.console.http.ApiRequest;
import bub.console.http.Endpoint;
import bub.console.http.QueryParameter;
import bub.console.view.TraceViews.TurnHead;
import bub.console.view.TraceViews.TurnList;
import bub.console.view.TraceViews.TurnStopRequest;
import bub.console.view.TraceViews.TurnStopped;
import bub.console.view.TraceViews.TurnView;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** HTTP API of turns: finds them, shows one as a tree of spans, and stops one. */
public final class TraceApi {
  private static final QueryParameter.Range LIMIT = new QueryParameter.Range(0, 2_000, 2_000);
  private static final QueryParameter.Range AFTER =
      new QueryParameter.Range(0, Integer.MAX_VALUE, 0);
  // A turn may take many queries of the log, which the bus also needs for its own work.
  private static final int AT_ONCE = 2;
  private static final int TIMEOUT_SECONDS = 5;

  private interface Reading<T> {
    T read() throws RpcException, NoAnswer, InterruptedException;
  }

  private final BusClient client;
  private final TimeSource time;
  private final TraceReader reader;
  private final TurnPages pages = new TurnPages();
  private final Semaphore turns = new Semaphore(AT_ONCE);
  private final AtomicLong versions;

  public TraceApi(BusClient client, TimeSource time) {
    this.client = client;
    this.time = time;
    this.reader = new TraceReader(client);
    this.versions = new AtomicLong(time.now().toEpochMilli());
  }

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get(
                "/api/trace",
                "Returns the turn of a message as a tree of spans.",
                TurnView.class,
                this::turn)
            .with(
                QueryParameter.needed("id", "Id of a message or of a trace."),
                QueryParameter.whole("after", "Number of spans that were read already.", AFTER),
                QueryParameter.whole("version", "Version of the pages that were read already."),
                QueryParameter.whole("limit", "Maximum number of spans.", LIMIT)),
        Endpoint.get(
                "/api/traces", "Lists recent turns, newest first.", TurnList.class, this::search)
            .with(TurnQuery.PARAMS.toArray(QueryParameter[]::new)),
        Endpoint.post(
            "/api/trace/stop",
            "Stops a turn.",
            TurnStopRequest.class,
            TurnStopped.class,
            asked -> stop(asked.body().id())));
  }

  private TurnView turn(ApiRequest<?> asked)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    String id = MessageId.check("id", asked.need("id")).value();
    int after = asked.whole("after", AFTER);
    int limit = asked.whole("limit", LIMIT);
    Long version = asked.number("version");
    asked.expectMuch();
    TurnView next = version == null ? null : pages.next(version, after, limit);
    if (next != null) {
      return next;
    }
    Instant now = time.now();
    TurnTree tree = slowly(() -> reader.read(id, now));
    if (tree == null) {
      throw ApiRefusal.notFound("the log has no message or trace with the id " + id);
    }
    return pages.begin(TurnMapper.view(tree, versions.getAndIncrement(), now), after, limit);
  }

  private TurnList search(ApiRequest<?> asked)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    Instant now = time.now();
    String id = asked.text("id");
    if (id != null) {
      MessageId.check("id", id);
      TurnTree tree = slowly(() -> reader.read(id, now));
      return new TurnList(
          tree == null ? List.of() : List.of(TurnMapper.head(tree, now)), true, null);
    }
    TurnQuery query = TurnQuery.of(asked, now);
    RecentTurns recent = slowly(() -> reader.recent(query.since(), now));
    List<TurnHead> found =
        recent.turns().stream()
            .map(turn -> TurnMapper.head(turn, now))
            .filter(query::matches)
            .limit(query.limit())
            .toList();
    Instant cutAt = recent.cutAt();
    return new TurnList(found, cutAt == null, cutAt == null ? null : cutAt.toString());
  }

  private <T extends @Nullable Object> T slowly(Reading<T> work)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    if (!turns.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw ApiRefusal.busy("too many turns are read at once");
    }
    try {
      return work.read();
    } finally {
      turns.release();
    }
  }

  private TurnStopped stop(String id)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    TraceId trace = TraceId.parse(id);
    var order =
        new TraceOrder(
            TraceOrder.Action.STOP, trace, trace == null ? MessageId.check("id", id) : null);
    SendResult result = client.send(TraceOrder.ADDRESS, order);
    if (result.acks().isEmpty()) {
      throw ApiRefusal.refused("this bus cannot stop turns");
    }
    Ack ack = result.acks().getFirst();
    if (!ack.success()) {
      throw ack.shouldRetry() ? ApiRefusal.busy(ack.message()) : ApiRefusal.refused(ack.message());
    }
    return new TurnStopped(ack.message());
  }
}
