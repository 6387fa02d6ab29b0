package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.client.lobby.LobbyClient;
import bub.gateway.DoorScene;
import bub.gateway.caller.Caller;
import bub.gateway.caller.PrincipalLinks;
import bub.gateway.chat.AgentRoster;
import bub.gateway.lobby.CapabilityCatalog;
import bub.protocol.Address;
import bub.protocol.ConversationStarters;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ToolListTest {
  @TempDir Path directory;
  private DoorScene scene;
  private BusClient reader;
  private CapabilityCatalog catalog;
  private ToolList tools;

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    reader = scene.client("agent:reader", null);
    // The clock stands still, so the list of the catalog stays fresh.
    catalog = new CapabilityCatalog(LobbyClient.of(reader), () -> 0, OfferKind::of);
    reader.connect();
    var watch =
        new CatalogWatch(
            catalog,
            new AgentStarters(
                new AgentRoster(reader, System::nanoTime), ConversationStarters.of("Hello")));
    var links = new PrincipalLinks(reader, TimeSource.system());
    var calls = new CapabilityCalls(new LobbyCaller(links, ClientEnvironment.system()), watch);
    tools = new ToolList(catalog, List.of(), calls);
    offer("greet");
  }

  @AfterEach
  void close() {
    reader.close();
    scene.close();
  }

  private void offer(String name) throws Exception {
    scene
        .provider("agent:" + name)
        .offer(
            Capability.read(
                DoorScene.json(
                    "{\"name\":\"%s\",\"description\":\"x\",\"input_schema\":{},\"output_schema\":{}}"
                        .formatted(name))),
            input -> input);
    await()
        .until(
            () ->
                catalog.refreshed().stream()
                    .anyMatch(offer -> offer.capability().name().equals(name)));
  }

  private static Caller caller(int number) {
    return new Caller(new Address("agent:" + number), "t", false, Set.of(), List.of());
  }

  @Test
  void theEventLoopNeverMakesAList() throws Exception {
    assertThat(tools.known(caller(0), "greet")).isNull();
    assertThat(tools.find(caller(0), "greet")).isPresent();
    assertThat(tools.known(caller(0), "greet")).isNotNull();

    offer("part");
    assertThat(tools.known(caller(0), "greet")).as("after a change of the lobby").isNull();
    assertThat(tools.find(caller(0), "part")).isPresent();
    assertThat(tools.known(caller(0), "greet")).isNotNull();

    for (int i = 1; i <= ToolList.MOST_CALLERS; i++) {
      assertThat(tools.find(caller(i), "greet")).isPresent();
    }
    assertThat(tools.known(caller(0), "greet")).as("after many other callers").isNull();
  }
}
