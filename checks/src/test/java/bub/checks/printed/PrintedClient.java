package bub.checks.printed;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.LiveBub;
import bub.checks.kit.TypedClient;
import bub.checks.kit.WebPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** A client of a printed conversation, and the texts that came to it and are not in print yet. */
final class PrintedClient implements AutoCloseable {
  /** The least that a message is answered with, by path. */
  private static final Map<String, String> ANSWERS =
      Map.of(
          "/", "{\"success\":true}",
          "/v1", "{\"success\":true}",
          "/v2-topics", "{\"processed\":true}");

  private final PrintedWire wire;
  private final String answer;
  private final List<JsonNode> unread = new ArrayList<>();

  private PrintedClient(PrintedWire wire, String answer) {
    this.wire = wire;
    this.answer = answer;
  }

  static PrintedClient connect(LiveBub bub, String path) throws IOException, InterruptedException {
    if (path.equals("/rpc")) {
      WebPage page = WebPage.in(bub.process().awaitLine("  console "));
      return new PrintedClient(PrintedWire.http(page.url().resolve(path)), "");
    }
    TypedClient socket = TypedClient.connect(bub.bus().resolve(path));
    return new PrintedClient(PrintedWire.webSocket(socket), ANSWERS.getOrDefault(path, ""));
  }

  /** Initializes the connection where a client has to do that. */
  void introduce(String clientId) throws InterruptedException {
    if (!answer.isEmpty()) {
      type(
          """
          {"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"clientId":"%s"}}\
          """
              .formatted(clientId));
      assertThat(wire.next().path("result").path("serverId").isString()).as(clientId).isTrue();
    }
  }

  void type(String text) throws InterruptedException {
    wire.type(text);
  }

  /** Waits for the text that is printed; other texts stay unread. */
  void await(JsonNode printed, Predicate<JsonNode> matches) throws InterruptedException {
    for (var frame : unread) {
      if (matches.test(frame)) {
        unread.remove(frame);
        return;
      }
    }
    try {
      for (JsonNode frame = wire.next(); !matches.test(frame); frame = wire.next()) {
        setAside(frame, printed);
      }
    } catch (AssertionError nothing) {
      throw new AssertionError("%s did not come, but %s".formatted(printed, unread), nothing);
    }
  }

  private void setAside(JsonNode frame, JsonNode printed) throws InterruptedException {
    if (frame.at("/params/payload/type").asString("").equals("agent_event")) {
      type("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(frame.get("id"), answer));
      return;
    }
    unread.add(frame);
    if (!frame.has("method") && !printed.has("method")) {
      assertThat(frame).as("an answer that is not the one in print").isEqualTo(printed);
    }
  }

  void requireAllPrinted() {
    assertThat(unread).as("texts that are not in print").isEmpty();
  }

  @Override
  public void close() {
    wire.close();
  }
}
