package bub.gateway.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.lobby.CapabilityHandler;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.LogLines;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A card for a caller that may use more capabilities than a card shows. */
@Timeout(60)
class LongCardTest {
  private static final int AGENTS = 5;
  private static final int SKILLS_EACH = AgentCards.MOST_SKILLS / AGENTS + 1;

  @TempDir Path directory;
  @AutoClose private final Http http = Http.plain();

  private int skills(DoorScene scene) throws Exception {
    Http.Reply card = http.get(scene.url("/.well-known/agent-card.json"));
    return card.status() == 200 ? card.fields().require("skills").elements().size() : 0;
  }

  @Test
  void showsTheFirstSkillsAndWarnsOnce() throws Exception {
    try (var scene = new DoorScene(directory);
        var lines = LogLines.of(AgentCards.class)) {
      await().until(() -> skills(scene) == 1);
      for (int agent = 0; agent < AGENTS; agent++) {
        offer(agent, scene);
      }
      int withChat = AgentCards.MOST_SKILLS + 1;
      await().until(() -> skills(scene) == withChat && !lines.texts().isEmpty());
      assertThat(skills(scene)).isEqualTo(withChat);
      assertThat(lines.texts())
          .singleElement()
          .asString()
          .contains("more than " + AgentCards.MOST_SKILLS + " capabilities", "skillId");
    }
  }

  private static void offer(int agent, DoorScene scene) throws Exception {
    var offers = new LinkedHashMap<Capability, CapabilityHandler.ForCaller<RawJson, RawJson>>();
    for (int i = 0; i < SKILLS_EACH; i++) {
      offers.put(Capability.named("skill-%d-%03d".formatted(agent, i), "x"), (input, _) -> input);
    }
    scene.provider("agent:skilled-" + agent).offerOnly(offers);
  }
}
