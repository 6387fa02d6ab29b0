package bub.console;

import static org.assertj.core.api.Assertions.assertThat;

import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Search for messages by their properties. */
@TestInstance(Lifecycle.PER_CLASS)
class SearchTest {
  @TempDir static Path directory;
  private Scene scene;

  @BeforeAll
  void open() throws Exception {
    scene = new Scene(directory).connected();
    BusClient sender = scene.peer("tg:1");
    scene.peer("agent:worker");
    scene.peer("agent:broken", _ -> Ack.failed("no"));
    String note = "{\"type\":\"note\",\"content\":{\"text\":\"%s\"}}";
    Scene.send(sender, "agent:worker", "a", note.formatted("hallo"));
    Scene.send(sender, "agent:broken", "b", note.formatted("\\u00e4hnlich"));
    Scene.send(sender, "agent:nobody", "c", "{\"type\":\"other\",\"x\":\"say \\\"it\\\"\"}");
  }

  @AfterAll
  void close() {
    scene.close();
  }

  private String found(String query) throws Exception {
    var ids = new StringJoiner(" ");
    for (RawJson row :
        scene.web.get("/api/messages?" + query).fields().require("messages").elements()) {
      ids.add(row.fields().string("messageId"));
    }
    return ids.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "from=tg:1, c b a",
    "to=agent:broken, b",
    "type=other, c",
    "status=error, b",
    "status=no_recipient, c",
    "status=ok&from=tg:1, a",
    "text=HALLO, a",
    "text=%C3%A4hnlich, b",
    "text=say%20%22it%22, c",
    "from=agent:nobody, ''",
    "type=note&text=nothing, ''",
    "from=tg:1&since=2999-01-01T00:00:00Z, ''",
    "from=tg:1&until=2000-01-01T00:00:00Z, ''",
    "from=tg:1&since=2000-01-01T00:00:00Z&until=2999-01-01T00:00:00Z, c b a",
  })
  void findsByAnythingThatIsKnown(String query, String expected) throws Exception {
    assertThat(found(query)).isEqualTo(expected);
  }
}
