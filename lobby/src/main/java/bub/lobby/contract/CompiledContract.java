package bub.lobby.contract;

import bub.json.RawJson;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Compiled input and output schemas of a capability. Immutable; safe for any thread. */
public final class CompiledContract {
  private static final int MAX_GLANCE = 4 * 1024;

  // Null accepts everything.
  private final @Nullable CompiledSchema input;
  private final @Nullable CompiledSchema output;

  private CompiledContract(@Nullable CompiledSchema input, @Nullable CompiledSchema output) {
    this.input = input;
    this.output = output;
  }

  /** Slow: not for the hub thread. Throws for schemas that {@link SchemaCheck} refuses. */
  public static CompiledContract compile(CapabilitySchemas schemas) {
    return new CompiledContract(
        compile(schemas.input(), MessageDirection.INPUT),
        compile(schemas.output(), MessageDirection.OUTPUT));
  }

  private static @Nullable CompiledSchema compile(RawJson schema, MessageDirection direction) {
    boolean acceptsAll = schema.isObject() && schema.fields().count() == 0;
    return acceptsAll ? null : CompiledSchema.of(schema, direction);
  }

  /** Violations in a message as it is on the wire. */
  public List<Violation> check(MessageDirection direction, RawJson message) {
    // The full budget always gives an answer.
    return Objects.requireNonNull(check(direction, message, CheckBudget.FULL, System::nanoTime));
  }

  /** Null when the budget is spent before the answer is known. */
  @Nullable List<Violation> check(
      MessageDirection direction, RawJson message, CheckBudget budget, LongSupplier nanoTime) {
    CompiledSchema schema = schema(direction);
    return schema == null ? List.of() : schema.check(message, budget, nanoTime);
  }

  /** False when a check of microseconds does not decide it. */
  boolean isSurelyKept(MessageDirection direction, RawJson message, LongSupplier nanoTime) {
    CompiledSchema schema = schema(direction);
    return schema == null
        || message.length() <= MAX_GLANCE && schema.acceptsAtAGlance(message, nanoTime);
  }

  boolean acceptsAll(MessageDirection direction) {
    return schema(direction) == null;
  }

  private @Nullable CompiledSchema schema(MessageDirection direction) {
    return switch (direction) {
      case INPUT -> input;
      case OUTPUT -> output;
    };
  }

  /** Approximate bytes. */
  long weight() {
    return (input == null ? 0 : input.weight()) + (output == null ? 0 : output.weight());
  }
}
