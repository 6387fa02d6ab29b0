package bub.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Selected doors are open, and the paths of all others do not exist. */
@Timeout(60)
class SelectedDoorsTest {
  /** Path of a request that the door refuses, so that it needs no bus. */
  private static String path(DoorName door) {
    return switch (door) {
      case A2A -> "/a2a/message:send";
      case MCP -> "/mcp";
      case OPENAI -> "/v1/nothing";
      case HOOKS -> "/hooks/nothing";
    };
  }

  @TempDir Path directory;
  @AutoClose private final Http http = Http.plain();

  private Set<DoorName> open(DoorScene scene) throws Exception {
    var open = EnumSet.noneOf(DoorName.class);
    for (DoorName door : DoorName.values()) {
      Http.Reply reply = http.post(scene.url(path(door)), "[]");
      // The console refuses a POST to a path that it does not know.
      if (reply.status() != 405) {
        assertThat(reply.body()).contains("error");
        open.add(door);
      }
    }
    return open;
  }

  @ParameterizedTest
  @EnumSource
  void eachDoorCanBeTheOnlyOne(DoorName door) throws Exception {
    try (DoorScene scene = DoorScene.serving(directory, EnumSet.of(door))) {
      assertThat(open(scene)).containsExactly(door);
    }
  }

  @Test
  void allDoorsTogether() throws Exception {
    try (DoorScene scene = DoorScene.serving(directory, EnumSet.allOf(DoorName.class))) {
      assertThat(open(scene)).containsExactlyInAnyOrder(DoorName.values());
    }
  }

  @Test
  void withoutDoorsThereAreNoPaths() throws Exception {
    try (DoorScene scene = DoorScene.serving(directory, EnumSet.noneOf(DoorName.class))) {
      assertThat(open(scene)).isEmpty();
      for (String path : new String[] {"/.well-known/agent-card.json", "/v1/models", "/hooks/x"}) {
        assertThat(http.get(scene.url(path)).status()).as(path).isEqualTo(404);
      }
    }
  }
}
