package bub.gateway.a2a.remote;

import bub.channel.http.HttpRefusal;
import bub.gateway.a2a.model.A2aError;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.gateway.a2a.net.OutgoingHttp;
import bub.gateway.a2a.net.OutgoingResponse;
import bub.gateway.a2a.net.PinnedUrl;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.PlainText;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operations of a remote agent, in one of the bindings that it offers. Safe for any thread. */
final class RemoteConnection {
  private static final String JSON = "application/json";
  private static final int MAX_ANSWER = 4 << 20;
  private static final int LONGEST_TEXT = 1_000;
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final Duration CANCEL = Duration.ofSeconds(10);
  // A server sends signs of life more often; a silent one is asked again.
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private volatile RemoteCard card;
  private final RemoteToken token;
  private final OutgoingAddresses addresses;

  RemoteConnection(RemoteCard card, RemoteToken token, OutgoingAddresses addresses) {
    this.card = card;
    this.token = token;
    this.addresses = addresses;
  }

  /** Uses the interface of a newer card for the next requests. */
  void use(RemoteCard newer) {
    card = newer;
  }

  /** Sends a message; the events begin with the task. */
  RemoteEvents stream(RawJson request) throws IOException, RemoteFailure {
    return events("SendStreamingMessage", "/message:stream", request);
  }

  RemoteEvents subscribe(String task) throws IOException, RemoteFailure {
    return events("SubscribeToTask", "/tasks/" + task + ":subscribe", id(task));
  }

  /** Returns the task as an event. */
  RawJson task(String task) throws IOException, RemoteFailure {
    RawJson current = get(task);
    JsonWriter out = new JsonWriter().beginObject().field("task", current).endObject();
    return RawJson.trusted(out.toByteArray());
  }

  private RawJson get(String task) throws IOException, RemoteFailure {
    RemoteCard now = card;
    try (OutgoingResponse answer =
        now.isJsonRpc()
            ? post(now.url(), envelope("GetTask", id(task)), ANSWER)
            : request(
                OutgoingHttp::send,
                "GET",
                now.url() + "/tasks/" + task,
                new byte[0],
                JSON,
                ANSWER)) {
      return result(now, answer);
    }
  }

  void cancel(String task) throws IOException, RemoteFailure {
    RemoteCard now = card;
    try (OutgoingResponse answer =
        now.isJsonRpc()
            ? post(now.url(), envelope("CancelTask", id(task)), CANCEL)
            : post(now.url() + "/tasks/" + task + ":cancel", RawJson.EMPTY_OBJECT, CANCEL)) {
      RawJson _ = result(now, answer);
    }
  }

  private static RawJson id(String task) {
    JsonWriter out = new JsonWriter().beginObject().field("id", task).endObject();
    return RawJson.trusted(out.toByteArray());
  }

  private RemoteEvents events(String method, String path, RawJson params)
      throws IOException, RemoteFailure {
    RemoteCard now = card;
    boolean isJsonRpc = now.isJsonRpc();
    OutgoingResponse answer =
        request(
            OutgoingHttp::stream,
            "POST",
            isJsonRpc ? now.url() : now.url() + path,
            (isJsonRpc ? envelope(method, params) : params).toByteArray(),
            "text/event-stream",
            SILENCE);
    String type = answer.header("content-type");
    if (answer.status() == 200 && type != null && type.startsWith("text/event-stream")) {
      return new RemoteEvents(answer, event -> unwrap(now, event));
    }
    try (answer) {
      RawJson unexpected = result(now, answer);
      throw new RemoteFailure(
          "The agent did not stream, but answered " + brief(unexpected.toString()));
    }
  }

  private static String brief(@Nullable String text) {
    return PlainText.lines(String.valueOf(text), LONGEST_TEXT);
  }

  private static RawJson envelope(String method, RawJson params) {
    JsonWriter out = new JsonWriter().beginObject().field("jsonrpc", "2.0").field("id", 1);
    return RawJson.trusted(
        out.field("method", method).field("params", params).endObject().toByteArray());
  }

  private OutgoingResponse post(String url, RawJson body, Duration longest)
      throws IOException, RemoteFailure {
    return request(OutgoingHttp::send, "POST", url, body.toByteArray(), JSON, longest);
  }

  /** One of the two ways to send a request. */
  private interface Exchange {
    OutgoingResponse run(
        String method, PinnedUrl url, Map<String, String> headers, byte[] body, Duration limit)
        throws IOException;
  }

  private OutgoingResponse request(
      Exchange exchange, String method, String url, byte[] body, String accept, Duration limit)
      throws IOException, RemoteFailure {
    Map<String, String> headers = new HashMap<>();
    headers.put("A2A-Version", "1.0");
    headers.put("Accept", accept);
    headers.put("Content-Type", JSON);
    try {
      PinnedUrl pinned = addresses.check(url);
      token.addTo(pinned, headers);
      return exchange.run(method, pinned, headers, body, limit);
    } catch (HttpRefusal refused) {
      throw new RemoteFailure(refused.text());
    }
  }

  /** Unwraps an answer of either binding. */
  private static RawJson result(RemoteCard card, OutgoingResponse answer)
      throws IOException, RemoteFailure {
    try {
      RawJson body = RawJson.parse(answer.readAll(MAX_ANSWER), RawJson.DEFAULT_DEPTH);
      return card.isJsonRpc() ? unwrap(card, body) : checked(body, answer.status());
    } catch (RemoteFailure failed) {
      throw failed.at(answer.status());
    } catch (InvalidJson | InvalidField | IllegalStateException odd) {
      throw new RemoteFailure("The agent answered " + answer.status() + " without valid JSON.")
          .at(answer.status());
    }
  }

  /** Takes the result out of an answer or an event of JSON-RPC. */
  private static RawJson unwrap(RemoteCard card, RawJson message) throws RemoteFailure {
    if (!card.isJsonRpc()) {
      return message;
    }
    Fields fields = message.fields();
    RawJson error = fields.find("error");
    if (error != null && error.isObject()) {
      Fields details = error.fields();
      throw new RemoteFailure(
          brief(details.optionalString("message")), A2aError.ofCode(details.integer("code", 0)));
    }
    return fields.object("result");
  }

  private static RawJson checked(RawJson body, int status) throws RemoteFailure {
    if (status >= 200 && status < 300) {
      return body;
    }
    RawJson error = body.fields().optionalObject("error");
    String text = error == null ? null : error.fields().optionalString("message");
    A2aError kind = null;
    for (A2aError each : A2aError.values()) {
      if (body.toString().contains("\"" + each.name() + "\"")) {
        kind = each;
      }
    }
    throw new RemoteFailure(
        text == null ? "The agent answered " + status + "." : brief(text), kind);
  }
}
