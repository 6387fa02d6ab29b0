package bub.lobby.contract;

import bub.json.RawJson;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What a capability takes and gives, ready to be enforced. Immutable, for any thread. */
public final class CompiledContract {
  private static final int MAX_GLANCE = 4 * 1024;

  // Null accepts everything.
  private final @Nullable CompiledSchema input;
  private final @Nullable CompiledSchema output;

  private CompiledContract(@Nullable CompiledSchema input, @Nullable CompiledSchema output) {
    this.input = input;
    this.output = output;
  }

  /**
   * Takes a while: not for the hub thread.
   *
   * @param schemas ones that {@link SchemaCheck} found no fault with
   * @throws IllegalArgumentException for ones that it would have found fault with
   */
  public static CompiledContract compile(CapabilitySchemas schemas) {
    return new CompiledContract(
        compile(schemas.input(), MessageDirection.INPUT),
        compile(schemas.output(), MessageDirection.OUTPUT));
  }

  private static @Nullable CompiledSchema compile(RawJson schema, MessageDirection direction) {
    boolean acceptsAll = schema.isObject() && schema.fields().count() == 0;
    return acceptsAll ? null : CompiledSchema.of(schema, direction);
  }

  /** What is wrong with a message, as it is on the wire; empty when it keeps the contract. */
  public List<Violation> check(MessageDirection direction, RawJson message) {
    // With full effort there always is an answer.
    return Objects.requireNonNull(check(direction, message, CheckBudget.FULL, System::nanoTime));
  }

  /** Null when the effort was spent before the answer was known. */
  @Nullable List<Violation> check(
      MessageDirection direction, RawJson message, CheckBudget budget, LongSupplier nanoTime) {
    CompiledSchema schema = schema(direction);
    return schema == null ? List.of() : schema.check(message, budget, nanoTime);
  }

  /** True when it is seen within microseconds that a message is right; else nobody knows yet. */
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

  /** About how many bytes of memory it takes. */
  long weight() {
    return (input == null ? 0 : input.weight()) + (output == null ? 0 : output.weight());
  }
}
