package bub.console.api;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.files.WorkspaceLogs;
import bub.console.http.ApiRefusal;
import bub.console.http.Endpoint;
import bub.console.http.QueryParameter;
import bub.console.view.SessionViews.AgentRequest;
import bub.console.view.SessionViews.LogTail;
import bub.console.view.SessionViews.SessionView;
import bub.console.view.SessionViews.SessionsView;
import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import bub.protocol.SendResult;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** HTTP API for the agents of chats: lists, stops and restarts them through the system agent. */
public record SessionApi(BusClient client, WorkspaceLogs logs) {
  private static final Address SYSTEM = new Address("system:route");
  private static final QueryParameter.Range LINES = new QueryParameter.Range(1, 2_000, 200);
  private static final int MOST_BYTES = 256 << 10;

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get(
            "/api/sessions", "Lists the agents of chats.", SessionsView.class, _ -> view(list())),
        Endpoint.get(
                "/api/sessions/log",
                "Returns the end of an agent's log.",
                LogTail.class,
                asked -> tail(asked.need("agent"), asked.whole("lines", LINES)))
            .with(
                QueryParameter.needed("agent", "Address such as agent:worker-ab12cd34."),
                QueryParameter.whole("lines", "Maximum number of lines.", LINES)),
        order("/api/sessions/stop", "Stops an agent.", "sessions_stop"),
        order("/api/sessions/restart", "Restarts an agent.", "sessions_restart"));
  }

  private Endpoint<AgentRequest, SessionsView> order(String path, String summary, String type) {
    return Endpoint.post(
        path,
        summary,
        AgentRequest.class,
        SessionsView.class,
        asked -> {
          Address agent = Address.check("agent", asked.body().agent());
          Ack ack = ask(type, out -> out.beginObject().field("client_id", agent).endObject());
          if (!ack.success()) {
            session(agent.value());
          }
          return view(payload(ack));
        });
  }

  List<SessionView> sessions() throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    return view(list()).sessions();
  }

  private RawJson list() throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    return payload(ask("sessions_list", RawJson.EMPTY_OBJECT));
  }

  private Ack ask(String type, JsonValue content)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    SendResult result =
        client.send(
            SYSTEM,
            out -> out.beginObject().field("type", type).field("content", content).endObject());
    if (result.acks().isEmpty()) {
      throw ApiRefusal.busy("no system agent is connected");
    }
    return result.acks().getFirst();
  }

  private static RawJson payload(Ack ack) throws ApiRefusal {
    if (!ack.success()) {
      throw ApiRefusal.refused(ack.message());
    }
    return ack.payload();
  }

  private static SessionsView view(RawJson answer) {
    Fields fields = NestedFields.fields("answer", answer);
    List<SessionView> sessions =
        NestedFields.objects(fields, "sessions", session -> view(session.fields()));
    return new SessionsView(sessions, fields.integer("total", sessions.size()));
  }

  private static SessionView view(Fields session) {
    RawJson pid = session.find("pid");
    return new SessionView(
        session.string("client_id"),
        text(session, "talkto"),
        text(session, "channel"),
        text(session, "status"),
        text(session, "workspace"),
        session.optionalString("created_at"),
        session.optionalString("last_activity"),
        session.optionalString("started_at"),
        session.optionalString("stopped_at"),
        session.optionalString("exit_reason"),
        session.integer("uptime_seconds", 0),
        session.integer("memory_bytes", 0),
        pid == null ? null : (Long) pid.asLong(0),
        session.optionalString("log") != null);
  }

  private static String text(Fields session, String name) {
    String text = session.optionalString(name);
    return text == null ? "" : text;
  }

  private LogTail tail(String agent, int lines)
      throws ApiRefusal, RpcException, NoAnswer, IOException, InterruptedException {
    return tail(agent, session(agent).optionalString("log"), lines);
  }

  /** Refuses an unknown name. */
  private Fields session(String agent)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    List<Fields> sessions =
        NestedFields.objects(NestedFields.fields("answer", list()), "sessions", RawJson::fields);
    for (Fields session : sessions) {
      if (session.string("client_id").equals(agent)) {
        return session;
      }
    }
    throw ApiRefusal.notFound(agent + " has no session");
  }

  private LogTail tail(String agent, @Nullable String log, int lines)
      throws ApiRefusal, IOException {
    WorkspaceLogs.Tail tail = log == null ? null : logs.tail(log, lines, MOST_BYTES);
    if (tail == null) {
      throw ApiRefusal.notFound(agent + " has no log file that the console can read");
    }
    return new LogTail(agent, tail.lines(), tail.more());
  }
}
