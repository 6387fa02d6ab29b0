package bub.console;

import static org.assertj.core.api.Assertions.assertThat;

import bub.client.BusClient;
import bub.json.Fields;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Search in a log that is much longer than a page. */
class LargeLogTest {
  private static final int MESSAGES = 20_000;

  @TempDir Path directory;

  /** Many copies of the second message, after one that is unlike all others. */
  private static void fill(TestBus bus) throws Exception {
    try (BusClient sender = bus.client("tg:1").connect()) {
      Scene.send(sender, "agent:a", "needle", "{\"type\":\"rare\",\"content\":{\"text\":\"pin\"}}");
      Scene.send(sender, "agent:b", "hay", "{\"type\":\"note\",\"content\":{\"text\":\"hay\"}}");
    }
    bus.die();
    try (Connection log = DriverManager.getConnection("jdbc:sqlite:" + bus.logFile());
        Statement statement = log.createStatement()) {
      statement.execute(
          """
          INSERT INTO entry (id, ts, message_id, target, events, payload)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
          SELECT id + i * 4, ts + i, message_id || i, target, events, payload
          FROM n, (SELECT * FROM entry WHERE message_id = 'hay' ORDER BY id LIMIT 1)
          """
              .formatted(MESSAGES));
    }
    bus.comeBack();
  }

  @Test
  void findsTheOldestMessageInSmallSteps() throws Exception {
    var bus = new TestBus(directory);
    fill(bus);
    try (var scene = new Scene(directory, settings -> settings, bus).connected()) {
      assertThat(scene.web.get("/api/messages?limit=200").body()).contains("hay" + MESSAGES);
      for (String query :
          new String[] {"text=pin", "type=rare", "to=agent:a", "to=agent:a&status=no_recipient"}) {
        assertThat(pagesTo(scene, query)).as(query).isLessThan(MESSAGES / 500);
      }
    }
  }

  private static int pagesTo(Scene scene, String query) throws Exception {
    String path = "/api/messages?" + query;
    Fields page = scene.web.get(path).fields();
    int pages = 1;
    while (page.require("messages").elements().isEmpty()) {
      assertThat(page.bool("complete")).as(query).isFalse();
      page = scene.web.get(path + "&before=" + page.integer("next", 0)).fields();
      pages++;
    }
    assertThat(page.require("messages").toString()).contains("needle");
    return pages;
  }
}
