package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.lobby.CapabilityHandler;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of tools, page by page. */
@Timeout(60)
class LongToolListTest {
  private static final int AGENTS = 20;
  private static final int TOOLS_EACH = 250;
  private static final int BUILT_IN = 5;

  @TempDir Path directory;
  private DoorScene scene;
  private McpClient mcp;
  private final Http http = Http.plain();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
    mcp = McpClient.of(http, scene).alone("tools/list", "");
  }

  @AfterEach
  void close() {
    http.close();
    scene.close();
  }

  private Fields page(String cursor) throws Exception {
    return mcp.result(
        McpClient.request(1, "tools/list", "{" + cursor + McpClient.meta("2026-07-28") + "}"));
  }

  private static int add(Fields page, Set<String> names) {
    page.require("tools").elements().forEach(tool -> names.add(tool.fields().string("name")));
    return page.require("tools").elements().size();
  }

  private void offer(int agent) throws Exception {
    var offers = new LinkedHashMap<Capability, CapabilityHandler.ForCaller<RawJson, RawJson>>();
    for (int i = 0; i < TOOLS_EACH; i++) {
      offers.put(Capability.named("tool-%02d-%03d".formatted(agent, i), "x"), (input, _) -> input);
    }
    scene.provider("agent:many-" + agent).offerOnly(offers);
  }

  /** Messages of the door to the lobby so far. */
  private static int looks(BusClient watcher, String mark) throws Exception {
    var nobody = new Address("agent:nobody");
    watcher.send(
        new Envelope(
            new Address("agent:watcher"), nobody, new MessageId(mark), RawJson.EMPTY_OBJECT));
    // The log is in order, so everything before this message is in it then.
    await().until(() -> !watcher.activity(ActivityFilter.ofMessage(mark)).rows().isEmpty());
    var toTheLobby =
        new ActivityFilter(
            null,
            "agent:gateway",
            "system:lobby",
            "send_start",
            null,
            null,
            null,
            null,
            null,
            1_000);
    return watcher.activity(toTheLobby).rows().size();
  }

  @Test
  void onlyTheFirstPageAsksTheLobby() throws Exception {
    for (int agent = 0; agent < AGENTS; agent++) {
      offer(agent);
    }
    BusClient watcher = scene.peer("agent:watcher", _ -> Ack.ok("noted"));
    var names = new HashSet<String>();
    Fields page = page("");
    assertThat(page.integer("ttlMs", 0)).isEqualTo(1_000);
    int entries = add(page, names);
    int afterTheFirst = looks(watcher, "first");
    assertThat(afterTheFirst).isPositive();
    for (String next = page.optionalString("nextCursor");
        next != null;
        next = page.optionalString("nextCursor")) {
      page = page("\"cursor\":\"" + next + "\",");
      entries += add(page, names);
    }
    assertThat(looks(watcher, "last")).isEqualTo(afterTheFirst);
    assertThat(names).hasSize(AGENTS * TOOLS_EACH + BUILT_IN);
    assertThat(entries).isEqualTo(names.size());
  }
}
