package bub.client.lobby;

import bub.json.Fields;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import bub.json.record.RecordSchema;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.ServiceCall;
import java.util.List;
import java.util.function.Predicate;

/** Capability whose input and output are records, which define its schemas. */
public record Contract<I extends Record, O extends Record>(
    Capability capability, RecordCodec<I> input, RecordCodec<O> output) {
  /** Members that the lobby adds next to the input. */
  private static final List<String> BESIDE_INPUT =
      List.of("agent_id", ServiceCall.CAPABILITY_NAME, "auth_token");

  private static final List<String> BESIDE_OUTPUT = List.of("status");

  public Contract {
    refuseAny(BESIDE_INPUT, input.names()::contains);
    refuseAny(BESIDE_OUTPUT, output.names()::contains);
  }

  /**
   * Contract of a capability that everyone may call; throws for a component that cannot be sent.
   */
  public static <I extends Record, O extends Record> Contract<I, O> of(
      String name, Class<I> input, Class<O> output) {
    return of(Capability.named(name, ""), input, output);
  }

  /** Capability with the schemas of these records; throws for a component that cannot be sent. */
  public static <I extends Record, O extends Record> Contract<I, O> of(
      Capability capability, Class<I> input, Class<O> output) {
    return new Contract<>(
        capability.withSchemas(RecordSchema.strict(input), RecordSchema.of(output)),
        RecordCodec.of(input),
        RecordCodec.of(output));
  }

  /** Name and, if there is a version, its compatible range. */
  public String reference() {
    return capability.version() == null
        ? capability.name()
        : capability.name() + "@^" + capability.version();
  }

  static RawJson checkInput(RawJson input) {
    return check(input, BESIDE_INPUT);
  }

  static RawJson checkOutput(RawJson output) {
    return check(output, BESIDE_OUTPUT);
  }

  private static RawJson check(RawJson value, List<String> reserved) {
    if (!value.isObject()) {
      throw new IllegalArgumentException("the input and the output must be objects");
    }
    Fields fields = value.fields();
    refuseAny(reserved, fields::has);
    return value;
  }

  private static void refuseAny(List<String> reserved, Predicate<String> isThere) {
    for (String name : reserved) {
      if (isThere.test(name)) {
        throw new IllegalArgumentException(name + ": this name is reserved for the lobby");
      }
    }
  }
}
