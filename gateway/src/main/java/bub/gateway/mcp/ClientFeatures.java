package bub.gateway.mcp;

import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Features that a client declares; others, of any size, are forgotten. */
record ClientFeatures(Set<String> declared, boolean hasTasks) {
  static final ClientFeatures NONE = new ClientFeatures(Set.of(), false);
  static final String TASKS = "io.modelcontextprotocol/tasks";
  static final String ELICITATION = "elicitation/create";
  private static final Map<String, String> NEEDED =
      Map.of(
          ELICITATION, "elicitation", "sampling/createMessage", "sampling", "roots/list", "roots");

  /** Anything but an object declares nothing. */
  static ClientFeatures of(@Nullable RawJson declared) {
    if (declared == null || !declared.isObject()) {
      return NONE;
    }
    Fields fields = declared.fields();
    Set<String> known =
        NEEDED.values().stream()
            .filter(name -> isObject(fields.find(name)))
            .collect(Collectors.toUnmodifiableSet());
    RawJson extensions = fields.find("extensions");
    boolean hasTasks =
        extensions != null && extensions.isObject() && extensions.fields().has(TASKS);
    return new ClientFeatures(known, hasTasks);
  }

  private static boolean isObject(@Nullable RawJson value) {
    return value != null && value.isObject();
  }

  boolean answers(String method) {
    String needed = NEEDED.get(method);
    return needed != null && declared.contains(needed);
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
