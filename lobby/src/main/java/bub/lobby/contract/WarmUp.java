package bub.lobby.contract;

import bub.json.RawJson;
import java.nio.charset.StandardCharsets;

/** Exercise of the library that loads its classes and compiles its hot paths. */
final class WarmUp {
  private static final int ROUNDS = 300;
  private static final RawJson SCHEMA =
      json(
          """
          {"type":"object","required":["text"],"additionalProperties":false,
           "properties":{
             "text":{"type":"string","minLength":1,"maxLength":9,"pattern":"^[a-z]+$"},
             "number":{"type":["integer","null"],"minimum":1,"maximum":9,"multipleOf":1},
             "choice":{"enum":["a","b"]},
             "list":{"type":"array","items":{"$ref":"#/$defs/entry"},"uniqueItems":true},
             "either":{"anyOf":[{"type":"boolean"},{"const":"x"}]}},
           "$defs":{"entry":{"type":"number"}}}
          """);
  private static final RawJson RIGHT =
      json("{\"text\":\"abc\",\"number\":2,\"choice\":\"b\",\"list\":[1,2.5],\"either\":\"x\"}");
  private static final RawJson WRONG =
      json("{\"number\":1.5,\"choice\":\"c\",\"list\":[1,1,\"x\"],\"either\":1,\"more\":1}");

  private WarmUp() {}

  static void run() {
    SchemaCheck.problemWith("schema", SCHEMA);
    CompiledContract contract =
        CompiledContract.compile(new CapabilitySchemas(SCHEMA, RawJson.EMPTY_OBJECT));
    for (int i = 0; i < ROUNDS; i++) {
      contract.isSurelyKept(MessageDirection.INPUT, RIGHT, System::nanoTime);
      contract.isSurelyKept(MessageDirection.INPUT, WRONG, System::nanoTime);
    }
    contract.check(MessageDirection.INPUT, WRONG);
  }

  private static RawJson json(String text) {
    return RawJson.trusted(text.strip().getBytes(StandardCharsets.UTF_8));
  }
}
