package bub.lobby.contract;

import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.ServiceResponse.Violation;
import com.networknt.schema.SchemaException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Check for valid, self-contained 2020-12 of moderate size. Slow: not for the hub thread. */
public final class SchemaCheck {
  public static final int MAX_BYTES = 64 * 1024;
  public static final int MAX_SUBSCHEMAS = 2_000;

  private SchemaCheck() {}

  /** Null when the schema is valid; {@code field} names it in the problem. */
  public static @Nullable String problemWith(String field, RawJson schema) {
    Violation fault = faultIn(schema);
    return fault == null ? null : field + fault.path() + ": " + fault.problem();
  }

  static CheckVerdict verdictOn(List<Capability> capabilities) {
    var seen = new HashSet<RawJson>();
    for (int i = 0; i < capabilities.size(); i++) {
      Capability capability = capabilities.get(i);
      String place = "capabilities[" + i + "].";
      Violation fault = faultIn(place + "input_schema", capability.inputSchema(), seen);
      if (fault == null) {
        fault = faultIn(place + "output_schema", capability.outputSchema(), seen);
      }
      if (fault != null) {
        return CheckVerdict.of(List.of(fault));
      }
    }
    return CheckVerdict.KEPT;
  }

  private static @Nullable Violation faultIn(String field, RawJson schema, Set<RawJson> seen) {
    Violation fault = seen.add(schema) ? faultIn(schema) : null;
    return fault == null ? null : new Violation(field + fault.path(), fault.problem());
  }

  private static @Nullable Violation faultIn(RawJson schema) {
    if (schema.length() > MAX_BYTES) {
      return new Violation("", "has more than " + MAX_BYTES + " bytes");
    }
    try {
      JsonNode tree = JsonTrees.read(schema);
      if (!tree.isObject()) {
        return new Violation("", "must be an object");
      }
      StandardForm.of(tree);
      Violation fault = faultIn(tree, SchemaLocations.in(tree));
      return fault == null ? null : ViolationText.violation(fault.path(), fault.problem());
    } catch (JsonTrees.Unreadable unreadable) {
      return unreadable.violation();
    }
  }

  private static @Nullable Violation faultIn(JsonNode schema, Map<String, JsonNode> places) {
    if (places.size() > MAX_SUBSCHEMAS) {
      return new Violation("", "has more than " + MAX_SUBSCHEMAS + " subschemas");
    }
    Violation fault = faultInDialect(places);
    if (fault == null) {
      fault = faultInForm(schema);
    }
    if (fault == null) {
      fault = faultInPatterns(places);
    }
    if (fault == null) {
      fault = ReferenceCheck.faultIn(places);
    }
    return fault == null ? faultInUse(schema) : fault;
  }

  private static @Nullable Violation faultInDialect(Map<String, JsonNode> places) {
    for (var place : places.entrySet()) {
      boolean whole = place.getKey().isEmpty();
      JsonNode dialect = place.getValue().get("$schema");
      if (dialect != null && !isOurs(dialect)) {
        return new Violation(
            place.getKey() + "/$schema", "must be " + SchemaLibrary.DIALECT + ", or absent");
      }
      for (String keyword : List.of("$schema", "$id")) {
        if (!whole && place.getValue().has(keyword)) {
          return new Violation(
              place.getKey() + "/" + keyword, "is allowed only at the top level of a schema");
        }
      }
    }
    return null;
  }

  private static boolean isOurs(JsonNode dialect) {
    String name = dialect.asString("");
    return name.equals(SchemaLibrary.DIALECT) || name.equals(SchemaLibrary.DIALECT + "#");
  }

  private static @Nullable Violation faultInForm(JsonNode schema) {
    var meter = new WorkMeter(CheckBudget.FULL, System::nanoTime);
    return switch (meter.run(SchemaLibrary.metaSchema(), schema)) {
      case SPENT -> new Violation("", ViolationText.TOO_COMPLEX);
      case FINISHED, FAULTY -> {
        var faults = meter.faults();
        yield faults.isEmpty()
            ? null
            : new Violation(
                ViolationText.pointer(faults.getFirst()), ViolationText.problem(faults.getFirst()));
      }
    };
  }

  private static @Nullable Violation faultInPatterns(Map<String, JsonNode> places) {
    for (var place : places.entrySet()) {
      JsonNode schema = place.getValue();
      if (schema.has("pattern")) {
        String problem = MeteredPattern.problemWith(schema.path("pattern").asString());
        if (problem != null) {
          return new Violation(place.getKey() + "/pattern", problem);
        }
      }
      for (String pattern : schema.path("patternProperties").propertyNames()) {
        String problem = MeteredPattern.problemWith(pattern);
        if (problem != null) {
          return new Violation(
              place.getKey() + "/patternProperties/" + SchemaLocations.escape(pattern), problem);
        }
      }
    }
    return null;
  }

  private static @Nullable Violation faultInUse(JsonNode schema) {
    try {
      SchemaLibrary.compile(schema);
      return null;
    } catch (SchemaException refused) {
      return new Violation("", "cannot be used: " + refused.getMessage());
    }
  }
}
