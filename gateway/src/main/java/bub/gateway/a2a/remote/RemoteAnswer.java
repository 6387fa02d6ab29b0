package bub.gateway.a2a.remote;

import bub.gateway.a2a.model.A2aPart;
import bub.gateway.a2a.model.A2aTaskState;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answer of a remote agent so far, from the events of its task. One thread only. */
final class RemoteAnswer {
  private static final int MOST_BYTES = 900_000; // fits into a message of the bus
  private static final int MOST_FILES = 256;
  private static final int LONGEST_ID = 1_024;

  private @Nullable String task;
  private @Nullable String context;
  private @Nullable A2aTaskState state;
  private String said = "";
  private String question = "";
  private @Nullable RawJson inputRequests;
  private final Map<String, List<A2aPart>> artifacts = new LinkedHashMap<>();
  private int bytes;

  /** Takes an event of a stream, or {@code {"task": …}}. */
  void take(RawJson event) throws RemoteFailure {
    try {
      Fields fields = event.fields();
      RawJson whole = fields.find("task");
      RawJson message = fields.find("message");
      RawJson status = fields.find("statusUpdate");
      RawJson artifact = fields.find("artifactUpdate");
      if (whole != null) {
        task(whole.fields());
      } else if (message != null) {
        said = text(parts(message.fields()));
        context = id(message.fields().optionalString("contextId"));
        state = A2aTaskState.COMPLETED;
      } else if (status != null) {
        Fields update = status.fields();
        task = task == null ? id(update.optionalString("taskId")) : task;
        context = context == null ? id(update.optionalString("contextId")) : context;
        status(update.object("status").fields());
      } else if (artifact != null) {
        Fields update = artifact.fields();
        artifact(update.object("artifact").fields(), update.bool("append", false));
      }
    } catch (InvalidField | IllegalStateException odd) {
      throw new RemoteFailure("The agent sent an invalid event: " + odd.getMessage());
    }
  }

  /** Refuses an id that would take much room on disk. */
  private static @Nullable String id(@Nullable String given) throws RemoteFailure {
    if (given != null && given.length() > LONGEST_ID) {
      throw new RemoteFailure("The agent sent an id of more than " + LONGEST_ID + " characters.");
    }
    return given;
  }

  private void task(Fields fields) throws RemoteFailure {
    task = id(fields.string("id"));
    context = id(fields.optionalString("contextId"));
    artifacts.clear();
    bytes = 0;
    RawJson all = fields.find("artifacts");
    if (all != null && all.isArray()) {
      for (RawJson each : all.elements()) {
        artifact(each.fields(), false);
      }
    }
    status(fields.object("status").fields());
  }

  private void status(Fields status) throws RemoteFailure {
    state = A2aTaskState.of(status.string("state"));
    RawJson message = status.optionalObject("message");
    List<A2aPart> parts = message == null ? List.of() : parts(message.fields());
    said = text(parts);
    String id = message == null ? null : id(message.fields().optionalString("messageId"));
    String at = status.optionalString("timestamp");
    question = id != null ? id : at != null ? at : "";
    inputRequests = inputRequests(parts);
  }

  /** Questions in the words of the lobby, as another bub asks them. */
  private static @Nullable RawJson inputRequests(List<A2aPart> parts) {
    for (A2aPart part : parts) {
      if (part.content() instanceof A2aPart.Data(RawJson value) && value.isObject()) {
        RawJson requests = value.fields().find(InputRequired.REQUESTS);
        if (requests != null && requests.isObject() && requests.fields().count() > 0) {
          return requests.detached();
        }
      }
    }
    return null;
  }

  private void artifact(Fields artifact, boolean appends) throws RemoteFailure {
    List<A2aPart> parts = parts(artifact);
    String id = artifact.string("artifactId");
    List<A2aPart> known = artifacts.get(id);
    if (!appends && known != null) {
      bytes -= size(known);
    }
    bytes += size(parts);
    if (bytes > MOST_BYTES) {
      throw new RemoteFailure("The answer has more than " + MOST_BYTES + " bytes.");
    }
    if (appends && known != null) {
      known.addAll(parts);
    } else {
      artifacts.put(id, parts);
    }
  }

  private static int size(List<A2aPart> parts) {
    return parts.stream().mapToInt(part -> part.toRaw().length()).sum();
  }

  private static List<A2aPart> parts(Fields holder) {
    var parts = new ArrayList<A2aPart>();
    for (RawJson part : holder.require("parts").elements()) {
      parts.add(A2aPart.read("parts[" + parts.size() + "]", part));
    }
    return parts;
  }

  /** Pieces of a text follow each other directly; other parts have a line of their own. */
  private static String text(List<A2aPart> parts) {
    var text = new StringBuilder();
    for (A2aPart part : parts) {
      if (part.content() instanceof A2aPart.Text(String piece)) {
        text.append(piece);
      } else {
        text.append(text.isEmpty() ? "" : "\n").append(shown(part));
      }
    }
    return text.toString();
  }

  private static String shown(A2aPart part) {
    String name = part.filename();
    return part.content() instanceof A2aPart.Bytes
        ? "[file " + (name == null ? "without a name" : name) + "]"
        : part.asText();
  }

  @Nullable String task() {
    return task;
  }

  @Nullable String context() {
    return context;
  }

  @Nullable A2aTaskState state() {
    return state;
  }

  /** Tells one question of a task from the next; null when the task does not ask. */
  @Nullable String question() {
    return state == A2aTaskState.INPUT_REQUIRED ? question : null;
  }

  /** Returns null when the agent asks with a text. */
  @Nullable RawJson inputRequests() {
    return inputRequests;
  }

  boolean isSettled() {
    A2aTaskState current = state;
    return current != null && current.isSettled();
  }

  /** The text of all artifacts, or what the agent said about its state. */
  String text() {
    var texts = new ArrayList<String>();
    artifacts.values().forEach(parts -> texts.add(text(parts)));
    String all = String.join("\n\n", texts);
    return all.isEmpty() || state == A2aTaskState.INPUT_REQUIRED ? said : all;
  }

  /** Output of a capability: the text, the data of the first data part, and the files. */
  RawJson output() {
    JsonWriter out = new JsonWriter().beginObject().field("text", text());
    RawJson data = null;
    var files = new ArrayList<RawJson>();
    for (List<A2aPart> parts : artifacts.values()) {
      for (A2aPart part : parts) {
        if (data == null && part.content() instanceof A2aPart.Data(RawJson value)) {
          data = value;
        }
        RawJson file = files.size() < MOST_FILES ? file(part) : null;
        if (file != null) {
          files.add(file);
        }
      }
    }
    out.optional("data", data);
    if (!files.isEmpty()) {
      out.name("files").beginArray();
      files.forEach(out::value);
      out.endArray();
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  /** Returns null for a part that is no file. */
  private static @Nullable RawJson file(A2aPart part) {
    JsonWriter out = new JsonWriter().beginObject().optional("name", part.filename());
    out.optional("mimeType", part.mediaType());
    switch (part.content()) {
      case A2aPart.Bytes(String base64) -> out.field("bytes", base64);
      case A2aPart.Link(String url) -> out.field("uri", url);
      case A2aPart.Text _, A2aPart.Data _ -> {
        return null;
      }
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }
}
