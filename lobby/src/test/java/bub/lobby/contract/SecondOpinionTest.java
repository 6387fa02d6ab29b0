package bub.lobby.contract;

import static bub.lobby.contract.MessageDirection.INPUT;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The plain library, without our meter, quick check and keywords, gives the same results. */
class SecondOpinionTest {
  private static final int SCHEMAS = 400;
  private static final int VALUES = 25;
  private static final SchemaRegistry LIBRARY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final JsonMapper MAPPER = JsonMapper.shared();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theLibraryAgrees(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var words = new RandomSchema(random);
    int kept = 0;
    for (int i = 0; i < SCHEMAS; i++) {
      String text = words.schema(3);
      RawJson raw = RawJson.trusted(text.getBytes(StandardCharsets.UTF_8));
      assertThat(SchemaCheck.problemWith("schema", raw)).as(text).isNull();
      CompiledContract contract =
          CompiledContract.compile(new CapabilitySchemas(raw, RawJson.EMPTY_OBJECT));
      Schema library = LIBRARY.getSchema(text);
      for (int j = 0; j < VALUES; j++) {
        String value = words.value(3);
        boolean right = library.validate(MAPPER.readTree(value)).isEmpty();
        RawJson message = RawJson.trusted(value.getBytes(StandardCharsets.UTF_8));
        assertThat(contract.check(INPUT, message).isEmpty())
            .as("%s against %s", value, text)
            .isEqualTo(right);
        assertThat(contract.isSurelyKept(INPUT, message, () -> 0))
            .as("%s against %s at a glance", value, text)
            .isEqualTo(right);
        kept += right ? 1 : 0;
      }
    }
    assertThat(kept).isBetween(SCHEMAS * VALUES / 10, SCHEMAS * VALUES * 9 / 10);
  }
}
