package bub.gateway.mcp;

import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Features that a client declares: the questions that it can answer, and extensions. */
record ClientFeatures(RawJson declared) {
  static final ClientFeatures NONE = new ClientFeatures(RawJson.EMPTY_OBJECT);
  static final String TASKS = "io.modelcontextprotocol/tasks";
  static final String ELICITATION = "elicitation/create";
  private static final Map<String, String> NEEDED =
      Map.of(
          ELICITATION, "elicitation", "sampling/createMessage", "sampling", "roots/list", "roots");

  /** Anything but an object declares nothing. */
  static ClientFeatures of(@Nullable RawJson declared) {
    return declared != null && declared.isObject() ? new ClientFeatures(declared.detached()) : NONE;
  }

  boolean answers(String method) {
    String needed = NEEDED.get(method);
    return needed != null && has(needed);
  }

  private boolean has(String name) {
    RawJson value = declared.fields().find(name);
    return value != null && value.isObject();
  }

  boolean hasTasks() {
    RawJson extensions = declared.fields().find("extensions");
    return extensions != null && extensions.isObject() && extensions.fields().has(TASKS);
  }

  /** Questions that this client can answer; empty when there are none. */
  List<String> answerable(InputRequired wanted) {
    var keys = new ArrayList<String>();
    Fields requests = wanted.requests().fields();
    for (int i = 0; i < requests.count(); i++) {
      if (answers(method(requests.value(i)))) {
        keys.add(requests.name(i));
      }
    }
    return keys;
  }

  /** Names of the features that the client would need for the questions. */
  static List<String> needed(InputRequired wanted) {
    var names = new ArrayList<String>();
    Fields requests = wanted.requests().fields();
    for (int i = 0; i < requests.count(); i++) {
      String needed = NEEDED.get(method(requests.value(i)));
      if (needed != null && !names.contains(needed)) {
        names.add(needed);
      }
    }
    return names;
  }

  private static String method(RawJson request) {
    RawJson method = request.isObject() ? request.fields().find("method") : null;
    return method != null && method.isString() ? method.asString() : "";
  }
}
