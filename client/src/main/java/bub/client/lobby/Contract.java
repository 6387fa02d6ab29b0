package bub.client.lobby;

import bub.json.Fields;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import bub.json.record.RecordSchema;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.ServiceCall;
import java.util.List;
import java.util.function.Predicate;

/**
 * A capability whose input and output are records: its schemas are theirs. Whoever offers it and
 * whoever calls it may share one.
 */
public record Contract<I extends Record, O extends Record>(
    Capability capability, RecordCodec<I> input, RecordCodec<O> output) {
  /** What stands beside the input on its way; a member of that name could not be told from it. */
  private static final List<String> BESIDE_INPUT =
      List.of("agent_id", ServiceCall.CAPABILITY_NAME, "auth_token");

  private static final List<String> BESIDE_OUTPUT = List.of("status");

  public Contract {
    refuseAny(BESIDE_INPUT, input.names()::contains);
    refuseAny(BESIDE_OUTPUT, output.names()::contains);
  }

  /**
   * A capability that everybody may call.
   *
   * @throws IllegalArgumentException names the component that cannot be sent
   */
  public static <I extends Record, O extends Record> Contract<I, O> of(
      String name, Class<I> input, Class<O> output) {
    return of(Capability.named(name, ""), input, output);
  }

  /**
   * This capability, with the schemas of these records instead of its own.
   *
   * @throws IllegalArgumentException names the component that cannot be sent
   */
  public static <I extends Record, O extends Record> Contract<I, O> of(
      Capability capability, Class<I> input, Class<O> output) {
    return new Contract<>(
        capability.withSchemas(RecordSchema.strict(input), RecordSchema.of(output)),
        RecordCodec.of(input),
        RecordCodec.of(output));
  }

  /** How a caller names it: by its name, and where it has a version any that is compatible. */
  public String reference() {
    return capability.version() == null
        ? capability.name()
        : capability.name() + "@^" + capability.version();
  }

  /** Input as it may be sent. */
  static RawJson checkInput(RawJson input) {
    return check(input, BESIDE_INPUT);
  }

  /** Output as it may be sent. */
  static RawJson checkOutput(RawJson output) {
    return check(output, BESIDE_OUTPUT);
  }

  private static RawJson check(RawJson value, List<String> reserved) {
    if (!value.isObject()) {
      throw new IllegalArgumentException("what goes in and comes out must be an object");
    }
    Fields fields = value.fields();
    refuseAny(reserved, fields::has);
    return value;
  }

  private static void refuseAny(List<String> reserved, Predicate<String> isThere) {
    for (String name : reserved) {
      if (isThere.test(name)) {
        throw new IllegalArgumentException(name + ": the lobby uses this name itself");
      }
    }
  }
}
