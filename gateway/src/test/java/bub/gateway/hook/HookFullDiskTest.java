package bub.gateway.hook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hooks on a full disk refuse requests by name and deliver those that they have acknowledged. */
@Timeout(120)
class HookFullDiskTest {
  private static final Hook HOOK =
      new Hook(
          "alarm",
          new Address("agent:ops"),
          HookSignature.TOKEN,
          HookSignature.TOKEN.secretOf("a secret of 24 bytes .. ".getBytes(UTF_8)),
          "{{n}}",
          1_000,
          Duration.ofMinutes(5));

  @TempDir Path directory;
  private final Http http = Http.plain().with("Authorization", "Bearer " + HOOK.secret());
  private final List<String> acknowledged = new ArrayList<>();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private int count;

  @Test
  void refusesRequestsAndDeliversEveryAcknowledgedOneOnce() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 16);
        var scene = new DoorScene(disk.path())) {
      Files.writeString(scene.state().resolve(HookRules.FILE), HookRules.NONE.with(HOOK).text());
      assertThat(post(scene).status()).isEqualTo(200);

      Http.Reply refused =
          await()
              .atMost(Duration.ofSeconds(30))
              .until(
                  () -> {
                    disk.fill();
                    return post(scene);
                  },
                  reply -> reply.status() != 200);
      assertThat(refused.status()).as(refused.body()).isEqualTo(503);
      assertThat(refused.body()).contains("\"reason\":\"busy\"", "disk");

      disk.makeRoom();
      await().atMost(Duration.ofSeconds(30)).until(() -> post(scene).status() == 200);
      scene.peer(
          "agent:ops",
          envelope -> {
            seen.add(envelope.messageId().value());
            return Ack.ok("noted");
          });

      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(seen).containsExactlyInAnyOrderElementsOf(acknowledged));
    } finally {
      http.close();
    }
  }

  private Http.Reply post(DoorScene scene) throws Exception {
    Http.Reply reply = http.post(scene.url("/hooks/alarm"), "{\"n\":" + ++count + "}");
    if (reply.status() == 200) {
      acknowledged.add(reply.fields().string("messageId"));
    }
    return reply;
  }
}
