package bub.system.route;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import org.junit.jupiter.api.Test;

class SessionReportTest {
  private static final String WRITTEN =
      """
      {"client_id":"agent:worker-ab12cd","chat_id":"1","channel":"terminal","talkto":"term:1",\
      "workspace":"/tmp/w","systemd_unit":"bub-agent-worker-ab12cd","status":"running",\
      "created_at":"2026-01-01T00:00:00Z","last_activity":"2026-01-01T00:00:00Z",\
      "color":"blue","uptime_seconds":5,"memory_bytes":7}\
      """;

  @Test
  void repeatsNoKeyWhenItIsWrittenAgain() throws Exception {
    SessionReport report = SessionReport.read(RawJson.parse(WRITTEN));

    assertThat(report.uptimeSeconds()).isEqualTo(5);
    assertThat(report.memoryBytes()).isEqualTo(7);
    String again = report.toRaw().toString();
    assertThat(again.split("uptime_seconds", -1)).hasSize(2);
    assertThat(again.split("memory_bytes", -1)).hasSize(2);
    assertThat(again).contains("\"color\":\"blue\"");
  }
}
