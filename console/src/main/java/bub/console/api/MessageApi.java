package bub.console.api;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.console.http.ApiRefusal;
import bub.console.http.Endpoint;
import bub.console.http.QueryParameter;
import bub.console.view.MessageViews.MessageDetail;
import bub.console.view.MessageViews.MessageDetail.TimelineEvent;
import bub.console.view.MessageViews.MessagePage;
import bub.console.view.MessageViews.MessageRow;
import bub.console.watch.LogKey;
import bub.console.watch.MessageJourney;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.MessageId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** HTTP API of the message log: finds messages and shows the journey of one. */
public record MessageApi(BusClient client, LongSupplier nanos) {
  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get(
                "/api/messages",
                "Lists the messages in the log, newest first.",
                MessagePage.class,
                asked -> search(MessageQuery.of(asked)))
            .with(MessageQuery.PARAMS.toArray(QueryParameter[]::new)),
        Endpoint.get(
                "/api/message",
                "Returns a message with all its events.",
                MessageDetail.class,
                asked -> detail(MessageId.check("id", asked.need("id"))))
            .with(QueryParameter.needed("id", "Id of the message.")));
  }

  private MessagePage search(MessageQuery query)
      throws RpcException, NoAnswer, InterruptedException {
    var search = new LogSearch(client, query, nanos);
    LogSearch.Found found = search.run();
    List<MessageJourney> journeys =
        LogSearch.isForEnd(query) ? begun(found.hits()) : ended(found.hits());
    List<MessageRow> rows =
        journeys.stream()
            .filter(journey -> !LogSearch.isForEnd(query) || search.fits(journey.start()))
            .map(MessageJourney::row)
            .filter(row -> query.status() == null || query.status().equals(row.status()))
            .toList();
    return new MessagePage(
        rows,
        found.older(),
        found.newer(),
        found.complete(),
        found.reached(),
        found.missing().isEmpty() ? null : List.copyOf(found.missing()));
  }

  private List<MessageJourney> begun(List<ActivityRow> ends)
      throws RpcException, NoAnswer, InterruptedException {
    // A message may have been sent many times under one id: each end has its own journey.
    var journeys = new LinkedHashMap<Long, MessageJourney>();
    for (ActivityRow end : ends) {
      MessageJourney journey = MessageJourney.endedBy(end, until(end));
      if (journey != null) {
        journeys.putIfAbsent(LogKey.of(journey.start()), journey);
      }
    }
    return List.copyOf(journeys.values());
  }

  /** Most messages end soon after their first event. */
  private List<MessageJourney> ended(List<ActivityRow> starts)
      throws RpcException, NoAnswer, InterruptedException {
    if (starts.isEmpty()) {
      return List.of();
    }
    Map<String, MessageJourney> open = new HashMap<>();
    List<MessageJourney> journeys = starts.stream().map(MessageJourney::begin).toList();
    journeys.reversed().forEach(journey -> open.put(journey.start().messageId(), journey));
    for (ActivityRow row : after(starts.getLast())) {
      MessageJourney journey = open.get(row.messageId());
      if (journey != null && isAfter(row, journey.start())) {
        journey.add(row);
      }
    }
    var complete = new ArrayList<MessageJourney>();
    for (MessageJourney journey : journeys) {
      ActivityRow start = journey.start();
      MessageJourney whole =
          journey.isFinished() ? null : MessageJourney.from(start, trail(start.messageId()));
      complete.add(whole == null ? journey : whole);
    }
    return complete;
  }

  private static boolean isAfter(ActivityRow row, ActivityRow start) {
    return Objects.equals(row.node(), start.node())
        ? row.id() > start.id()
        : !row.event().equals(MessageJourney.SEND_START);
  }

  private List<ActivityRow> until(ActivityRow end)
      throws RpcException, NoAnswer, InterruptedException {
    ActivityFilter filter = ActivityFilter.ofMessage(end.messageId());
    boolean isSingle = end.node() == null;
    return client
        .activity(isSingle ? filter.before(end.id() + 1, ActivityFilter.MAX_LIMIT) : filter)
        .rows();
  }

  private List<ActivityRow> after(ActivityRow start)
      throws RpcException, NoAnswer, InterruptedException {
    boolean isSingle = start.node() == null;
    return client
        .activity(
            new ActivityFilter(
                null,
                null,
                null,
                null,
                null,
                isSingle ? null : Instant.parse(start.ts()),
                null,
                null,
                isSingle ? start.id() : 0,
                ActivityFilter.MAX_LIMIT))
        .rows();
  }

  List<ActivityRow> trail(String messageId) throws RpcException, NoAnswer, InterruptedException {
    return client.activity(ActivityFilter.ofMessage(messageId)).rows();
  }

  private MessageDetail detail(MessageId id)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    ActivityRows found = client.activity(ActivityFilter.ofMessage(id.value()));
    List<ActivityRow> rows = found.rows();
    MessageJourney journey = MessageJourney.last(rows);
    if (journey == null) {
      throw ApiRefusal.notFound("message " + id + " is not in the log");
    }
    Long omitted = journey.gist().omittedBytes();
    return new MessageDetail(
        journey.row(),
        omitted == null ? journey.start().payload() : null,
        omitted,
        rows.stream().map(row -> event(rows.getFirst(), row)).toList(),
        found.missingNodes().isEmpty() ? null : found.missingNodes());
  }

  private static TimelineEvent event(ActivityRow first, ActivityRow row) {
    return new TimelineEvent(
        row.id(),
        row.event(),
        row.ts(),
        MessageJourney.millis(first.ts(), row.ts()),
        row.actor(),
        row.status(),
        row.error(),
        ack(row),
        row.node());
  }

  private static @Nullable RawJson ack(ActivityRow row) {
    return row.event().equals(MessageJourney.PROCESS_FINISH) ? row.payload() : null;
  }
}
