package bub.gateway.mcp;

import bub.gateway.lobby.CapabilityCatalog;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.ClientInfo;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Results in the shape of a revision. */
enum McpResults {
  WITH_SESSIONS {
    @Override
    RawJson result(Consumer<JsonWriter> members) {
      JsonWriter out = new JsonWriter().beginObject();
      members.accept(out);
      return RawJson.trusted(out.endObject().toByteArray());
    }

    @Override
    RawJson tool(ToolOutcome outcome) {
      return result(
          out -> {
            if (outcome.message() != null) {
              outcome.writeMeta(out.name(META).beginObject());
              out.endObject();
            }
            outcome.writeMembers(out);
          });
    }

    @Override
    RawJson list(Consumer<JsonWriter> members) {
      return result(members);
    }

    @Override
    RawJson content(Consumer<JsonWriter> members) {
      return result(members);
    }
  },

  STATELESS {
    @Override
    RawJson result(Consumer<JsonWriter> members) {
      return typed(COMPLETE, members);
    }

    @Override
    RawJson tool(ToolOutcome outcome) {
      return typed(COMPLETE, outcome::writeMeta, outcome::writeMembers);
    }

    @Override
    RawJson list(Consumer<JsonWriter> members) {
      return cacheable(CapabilityCatalog.FRESH.toMillis(), members);
    }

    // Clients may not keep it: bub does not know when a resource changes.
    @Override
    RawJson content(Consumer<JsonWriter> members) {
      return cacheable(0, members);
    }

    private RawJson cacheable(long millis, Consumer<JsonWriter> members) {
      return result(
          out -> {
            out.field("ttlMs", millis).field("cacheScope", "private");
            members.accept(out);
          });
    }
  };

  private static final String META = "_meta";
  private static final String COMPLETE = "complete";
  private static final String INSTRUCTIONS =
      "bub is a message bus for AI agents. Each capability of an agent is a tool. ask_agent talks"
          + " to an agent; send_message and wait_for_message exchange messages with any peer.";

  abstract RawJson result(Consumer<JsonWriter> members);

  abstract RawJson tool(ToolOutcome outcome);

  /** A list, which clients may keep for as long as bub does, in some revisions. */
  abstract RawJson list(Consumer<JsonWriter> members);

  /** Content of a resource. */
  abstract RawJson content(Consumer<JsonWriter> members);

  RawJson of(McpAnswer answer) {
    return switch (answer) {
      case ToolOutcome outcome -> tool(outcome);
      case McpAnswer.Read(Consumer<JsonWriter> members) -> content(members);
      case McpAnswer.Got(Consumer<JsonWriter> members) -> result(members);
      case McpAnswer.InputNeeded(RawJson requests, @Nullable String state) ->
          typed(
              "input_required",
              out -> out.field("inputRequests", requests).optional("requestState", state));
    };
  }

  /** Result of a revision without sessions. */
  static RawJson typed(String type, Consumer<JsonWriter> members) {
    return typed(type, _ -> {}, members);
  }

  static RawJson typed(String type, Consumer<JsonWriter> meta, Consumer<JsonWriter> members) {
    JsonWriter out = new JsonWriter().beginObject().field("resultType", type);
    out.name(META).beginObject();
    serverInfo(out.name("io.modelcontextprotocol/serverInfo"));
    meta.accept(out);
    out.endObject();
    members.accept(out);
    return RawJson.trusted(out.endObject().toByteArray());
  }

  static void serverInfo(JsonWriter out) {
    out.beginObject().field("name", "bub").field("version", ClientInfo.VERSION).endObject();
  }

  static RawJson initialized(String version) {
    return WITH_SESSIONS.result(
        out -> {
          out.field("protocolVersion", version);
          capabilities(out);
          out.endObject();
          serverInfo(out.name("serverInfo"));
          out.field("instructions", INSTRUCTIONS);
        });
  }

  static RawJson discovered() {
    return STATELESS.list(
        out -> {
          out.name("supportedVersions").beginArray();
          McpVersions.STATELESS.forEach(out::value);
          McpVersions.WITH_SESSIONS.forEach(out::value);
          out.endArray();
          capabilities(out);
          out.name("extensions").beginObject().name(ClientFeatures.TASKS).beginObject();
          out.endObject().endObject().endObject();
          out.field("instructions", INSTRUCTIONS);
        });
  }

  /** Leaves the object open. */
  private static void capabilities(JsonWriter out) {
    out.name("capabilities").beginObject();
    out.name("tools").beginObject().field("listChanged", true).endObject();
    out.name("resources").beginObject().field("subscribe", true);
    out.field("listChanged", true).endObject();
    out.name("prompts").beginObject().field("listChanged", true).endObject();
    out.name("completions").beginObject().endObject();
    out.name("logging").beginObject().endObject();
  }
}
