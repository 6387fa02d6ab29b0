package bub.gateway.mcpclient;

import bub.gateway.mcpclient.McpFailure.Remedy;
import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.transport.McpTransport;
import bub.gateway.mcpclient.transport.StreamableHttpLink;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Peer;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.ClientInfo;
import bub.protocol.PlainText;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Session with one MCP server. Safe for any thread; calls block. */
public final class McpConnection implements AutoCloseable {
  private static final List<String> REVISIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");
  private static final String ELICITATION = "elicitation/create";
  private static final Duration LIST = Duration.ofSeconds(30);
  private static final Duration END = Duration.ofSeconds(5);
  private static final int MAX_PAGES = 64;
  private static final int MAX_CURSOR = 4_096;
  private static final int LONGEST_REASON = 500;
  private static final int MAX_PENDING = 256;

  /** Listener of the owner of a connection; must not block. */
  public interface Listener {
    void toolsChanged();

    void closed(String reason);

    /** For a connection that nobody watches. */
    Listener NONE =
        new Listener() {
          @Override
          public void toolsChanged() {}

          @Override
          public void closed(String reason) {}
        };
  }

  private final String name;
  private final McpTransport link;
  private final Peer peer;
  private final RemoteCalls calls;
  private volatile String serverName = "";
  private volatile boolean hasTools;
  private volatile @Nullable String closed;

  private McpConnection(
      String name, McpTransport link, ElicitationMode elicitation, Listener listener) {
    this.name = name;
    this.link = link;
    // Handlers are short, and run in order on the link's thread.
    this.peer = new Peer(link, Codec.standard(), Runnable::run, System::nanoTime, MAX_PENDING);
    this.calls = new RemoteCalls(peer);
    peer.serve("ping", _ -> RawJson.EMPTY_OBJECT);
    switch (elicitation) {
      case REFUSE -> {}
      case DEFAULTS -> peer.serve(ELICITATION, ElicitationDefaults::answer);
      case ASK ->
          peer.serveDeferred(ELICITATION, (_, params, answer) -> calls.asked(params, answer));
    }
    peer.listen("notifications/tools/list_changed", _ -> listener.toolsChanged());
    peer.listen("notifications/progress", calls::progressed);
    peer.whenClosed(
        (_, reason) -> {
          closed = reason;
          listener.closed(reason);
        });
  }

  /** Opens the session; closes the link when that fails. */
  public static McpConnection open(
      String name,
      McpTransport link,
      ElicitationMode elicitation,
      Duration atMost,
      Listener listener)
      throws McpFailure, InterruptedException {
    var connection = new McpConnection(name, link, elicitation, listener);
    boolean isOpen = false;
    try {
      connection.peer.start();
      connection.initialize(elicitation, atMost);
      isOpen = true;
      return connection;
    } finally {
      if (!isOpen) {
        connection.close();
      }
    }
  }

  private void initialize(ElicitationMode elicitation, Duration atMost)
      throws McpFailure, InterruptedException {
    JsonValue params =
        out -> {
          out.beginObject().field("protocolVersion", REVISIONS.getFirst());
          out.name("capabilities").beginObject();
          if (elicitation != ElicitationMode.REFUSE) {
            out.name("elicitation").beginObject().name("form").beginObject().endObject();
            out.endObject();
          }
          out.endObject().name("clientInfo").beginObject();
          out.field("name", "bub").field("version", ClientInfo.VERSION).endObject().endObject();
        };
    Fields answer = ask("initialize", params, atMost).fields();
    try {
      String revision = answer.string("protocolVersion");
      if (!REVISIONS.contains(revision)) {
        throw new McpFailure(
            Remedy.CHANGE_SETTINGS,
            name
                + " speaks revision "
                + PlainText.oneLine(revision, 32)
                + " of MCP; bub speaks "
                + String.join(", ", REVISIONS)
                + " here");
      }
      RawJson capabilities = answer.optionalObject("capabilities");
      hasTools = capabilities != null && capabilities.fields().has("tools");
      RawJson info = answer.optionalObject("serverInfo");
      String given = info == null ? null : info.fields().optionalString("name");
      serverName = given == null ? "" : PlainText.oneLine(given, 64);
      link.agreed(revision);
    } catch (InvalidField odd) {
      throw McpFailure.passing(name + " sent an invalid answer to initialize: " + odd.getMessage());
    }
    peer.notify("notifications/initialized", null);
  }

  /** Name that the server gives itself; may be empty. */
  public String serverName() {
    return serverName;
  }

  /** Reads all pages. Ignores tools that nobody could call, and those beyond the limits. */
  public RemoteToolList tools() throws McpFailure, InterruptedException {
    var pages = new ToolPages();
    String cursor = null;
    for (int count = 0; hasTools && !pages.isFull(); count++) {
      if (count == MAX_PAGES) {
        pages.endsAt("more than " + MAX_PAGES + " pages");
        break;
      }
      String next = cursor;
      Fields answer =
          ask(
                  "tools/list",
                  next == null ? null : out -> out.beginObject().field("cursor", next).endObject(),
                  LIST)
              .fields();
      try {
        pages.add(answer.require("tools"));
        cursor = answer.optionalString("nextCursor");
      } catch (InvalidField odd) {
        throw McpFailure.passing(name + " answered tools/list wrongly: " + odd.getMessage());
      }
      if (cursor == null) {
        break;
      }
      if (cursor.length() > MAX_CURSOR) {
        pages.endsAt("a cursor of more than " + MAX_CURSOR + " characters");
      }
    }
    return pages.list();
  }

  /**
   * Begins a call of a tool.
   *
   * @param atMost wait for the answer; progress restarts it, up to an hour
   */
  OpenToolCall begin(String tool, RawJson arguments, Duration atMost, Consumer<RawJson> progress) {
    return calls.begin(tool, arguments, atMost, progress);
  }

  /** Returns the result as the server wrote it, which may have {@code isError}. */
  RawJson result(String tool, Reply reply, Duration atMost) throws McpFailure, RpcException {
    try {
      return RemoteCalls.result(tool, reply, atMost);
    } catch (CallFailure failed) {
      throw McpFailure.passing(name + ": " + because(failed.getMessage()));
    }
  }

  /** Calls a tool of a server that asks no questions. An interrupt cancels the call. */
  public RawJson call(String tool, RawJson arguments, Duration atMost, Consumer<RawJson> progress)
      throws McpFailure, RpcException, InterruptedException {
    OpenToolCall call = begin(tool, arguments, atMost, progress);
    while (true) {
      switch (call.await()) {
        case OpenToolCall.Ended(Reply reply) -> {
          return result(tool, reply, atMost);
        }
        case OpenToolCall.Asked _ -> call.cancel();
      }
    }
  }

  private RawJson ask(String method, @Nullable JsonValue params, Duration atMost)
      throws McpFailure, InterruptedException {
    try {
      RawJson answer = peer.call(method, params, atMost);
      if (!answer.isObject()) {
        throw McpFailure.passing(name + " answered " + method + " with JSON that is not an object");
      }
      return answer;
    } catch (RpcException refused) {
      boolean isLogin = StreamableHttpLink.UNAUTHORIZED.equals(refused.error().reason());
      throw isLogin
          ? new McpFailure(
              Remedy.CHANGE_SETTINGS,
              words(refused.error()) + ". Check its headers, or log in:  bub mcp login " + name)
          : McpFailure.passing(words(refused.error()));
    } catch (CallFailed failed) {
      throw McpFailure.passing(name + " did not answer: " + because(failed.getMessage()));
    }
  }

  private String words(RpcError error) {
    return name + ": " + PlainText.oneLine(error.message(), LONGEST_REASON);
  }

  private String because(@Nullable String otherwise) {
    String reason = closed;
    return PlainText.oneLine(
        reason == null || reason.isEmpty() ? String.valueOf(otherwise) : reason, LONGEST_REASON);
  }

  /** Waits a few seconds for the end of a program, so that nothing of it outlives bub. */
  @Override
  public void close() {
    link.close(1000, "bub closed the connection");
    try {
      link.awaitEnd(END);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
