package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names of tools while the providers of one capability come and go. */
@Timeout(60)
class StableToolNamesTest {
  // Its id sorts after that of the later provider.
  private static final String FIRST = "agent:zed";
  private static final String LATER = "agent:amy";
  private static final String CALL = "{\"text\":\"hi\"}";

  @TempDir Path directory;
  private DoorScene scene;
  private McpClient mcp;
  private final Http http = Http.plain();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
    mcp = McpClient.of(http, scene).initialized();
  }

  @AfterEach
  void close() {
    http.close();
    scene.close();
  }

  /** Peer that keeps its registration when it leaves. */
  private record Provider(BusClient client, LobbyClient lobby) implements AutoCloseable {
    void leave() {
      client.close();
    }

    @Override
    public void close() {
      leave();
    }
  }

  /** Offers {@code shout}, with a contract of its own, and answers with its id. */
  private Provider provider(String id) throws Exception {
    BusClient client = scene.client(id, null).serveEvery(_ -> Ack.ok("noted"));
    LobbyClient lobby =
        LobbyClient.of(client, LobbyToken.file(directory.resolve("token-" + id.hashCode())));
    client.connect();
    RawJson schema =
        RawJson.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"title\":\"" + id + "\"}}}");
    lobby.offer(
        Capability.named("shout", "x").withSchemas(schema, RawJson.EMPTY_OBJECT),
        _ -> RawJson.parse("{\"by\":\"" + id + "\"}"));
    return new Provider(client, lobby);
  }

  private List<String> names() throws Exception {
    var names = new ArrayList<String>();
    for (RawJson tool :
        mcp.result(McpClient.request(1, "tools/list", "{}")).require("tools").elements()) {
      String name = tool.fields().string("name");
      if (name.startsWith("shout")) {
        names.add(name);
      }
    }
    return names;
  }

  private String caller(String tool) throws Exception {
    Fields result = mcp.result(McpClient.call(2, tool, CALL));
    return result.require("content").toString();
  }

  @Test
  void theFirstProviderKeepsThePlainNameWhenAnotherContractComes() throws Exception {
    try (Provider _ = provider(FIRST)) {
      await().until(() -> names().equals(List.of("shout")));
      try (Provider _ = provider(LATER)) {
        await().until(() -> names().size() == 2);
        assertThat(names().getFirst()).isEqualTo("shout");
        assertThat(names().getLast()).startsWith("shout__agent_amy_");
        assertThat(caller("shout")).contains(FIRST);
        assertThat(caller(names().getLast())).contains(LATER);
      }
    }
  }

  @Test
  void namesSurviveReconnectsAndARestart() throws Exception {
    String ofLater;
    try (Provider first = provider(FIRST);
        Provider _ = provider(LATER)) {
      await().until(() -> names().size() == 2);
      ofLater = names().getLast();
      first.leave();
      await().until(() -> names().equals(List.of(ofLater)));
      try (Provider _ = provider(FIRST)) {
        await().until(() -> names().equals(List.of("shout", ofLater)));
        assertThat(caller("shout")).contains(FIRST);
      }
    }
    close();
    scene = new DoorScene(directory);
    try (Http again = Http.plain()) {
      await().until(() -> again.get(scene.url("/v1/models")).status() == 200);
      mcp = McpClient.of(again, scene).initialized();
      try (Provider _ = provider(LATER)) {
        await().until(() -> names().equals(List.of(ofLater)));
        try (Provider _ = provider(FIRST)) {
          await().until(() -> names().equals(List.of("shout", ofLater)));
        }
      }
    }
  }

  @Test
  void aNameOfOneProviderWorksAfterTheFirstHasGone() throws Exception {
    try (Provider first = provider(FIRST);
        Provider _ = provider(LATER)) {
      await().until(() -> names().size() == 2);
      String ofLater = names().getLast();
      first.lobby().deregister();
      await().until(() -> names().equals(List.of("shout")));
      assertThat(caller("shout")).contains(LATER);
      assertThat(caller(ofLater)).contains(LATER);
    }
  }
}
