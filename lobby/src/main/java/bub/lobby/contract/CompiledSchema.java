package bub.lobby.contract;

import bub.json.RawJson;
import bub.protocol.lobby.ServiceResponse.Violation;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compiled schema for the messages of one direction. Immutable; safe for any thread. */
final class CompiledSchema {
  private static final List<Violation> TOO_COMPLEX =
      List.of(new Violation("", ViolationText.TOO_COMPLEX));

  // Measured memory of the library per byte of text and per subschema.
  private static final long BYTES_PER_BYTE = 25;
  private static final long BYTES_PER_SCHEMA = 300;

  private final Schema schema;
  // Members of the envelope to remove before a check, except those that the schema names.
  private final List<String> hidden;
  private final long weight;

  private CompiledSchema(Schema schema, List<String> hidden, long weight) {
    this.schema = schema;
    this.hidden = hidden;
    this.weight = weight;
  }

  static CompiledSchema of(RawJson text, MessageDirection direction) {
    try {
      JsonNode tree = JsonTrees.read(text);
      List<String> hidden =
          direction.envelopeMembers().stream().filter(member -> !names(tree, member)).toList();
      long weight =
          BYTES_PER_BYTE * text.length() + BYTES_PER_SCHEMA * SchemaLocations.in(tree).size();
      return new CompiledSchema(SchemaLibrary.compile(tree), hidden, weight);
    } catch (JsonTrees.Unreadable | SchemaException refused) {
      throw new IllegalArgumentException(refused.getMessage(), refused);
    }
  }

  private static boolean names(JsonNode schema, String member) {
    return schema.path("properties").has(member)
        || schema.path("required").valueStream().anyMatch(name -> name.asString("").equals(member));
  }

  /** False when the smallest budget does not decide it. */
  boolean acceptsAtAGlance(RawJson message, LongSupplier nanoTime) {
    try {
      var meter = new WorkMeter(CheckBudget.GLANCE, nanoTime);
      return meter.run(schema, view(message)) == WorkMeter.Ending.FINISHED
          && meter.faults().isEmpty();
    } catch (JsonTrees.Unreadable unreadable) {
      return false;
    }
  }

  /** Null when the budget is spent before the answer is known. */
  @Nullable List<Violation> check(RawJson message, CheckBudget budget, LongSupplier nanoTime) {
    try {
      var meter = new WorkMeter(budget, nanoTime);
      return switch (meter.run(schema, view(message))) {
        case FINISHED, FAULTY -> ViolationText.violations(meter.faults());
        case SPENT -> budget == CheckBudget.FULL ? TOO_COMPLEX : null;
      };
    } catch (JsonTrees.Unreadable unreadable) {
      return List.of(unreadable.violation());
    }
  }

  /** Approximate bytes. */
  long weight() {
    return weight;
  }

  private JsonNode view(RawJson message) throws JsonTrees.Unreadable {
    JsonNode tree = JsonTrees.read(message);
    if (tree instanceof ObjectNode object) {
      object.remove(hidden);
    }
    return tree;
  }
}
