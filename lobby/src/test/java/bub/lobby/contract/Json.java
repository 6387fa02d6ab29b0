package bub.lobby.contract;

import bub.json.InvalidJson;
import bub.json.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** JSON with single quotes, for tests. */
final class Json {
  private Json() {}

  static RawJson json(String text) {
    try {
      return RawJson.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), 128);
    } catch (InvalidJson wrong) {
      throw new IllegalArgumentException(text, wrong);
    }
  }

  /** A contract that only cares for what goes in. */
  static CompiledContract taking(String schema) {
    return CompiledContract.compile(new CapabilitySchemas(json(schema), RawJson.EMPTY_OBJECT));
  }

  /** A contract that only cares for what comes out. */
  static CompiledContract giving(String schema) {
    return CompiledContract.compile(new CapabilitySchemas(RawJson.EMPTY_OBJECT, json(schema)));
  }

  /** Several of a kind, with commas between them. */
  static String times(int count, IntFunction<String> text) {
    return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining(","));
  }
}
