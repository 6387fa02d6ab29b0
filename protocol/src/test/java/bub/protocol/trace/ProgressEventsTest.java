package bub.protocol.trace;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.ActivityRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressEventsTest {
  private static boolean isProgress(String to, @Nullable String payload) throws Exception {
    return ProgressEvents.isBegunBy(
        new ActivityRow(
            1,
            "2026-02-17T12:00:00Z",
            "send_start",
            "m-1",
            null,
            "agent:worker",
            to,
            "start",
            payload == null ? null : RawJson.parse(payload),
            null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"step", "typing", "partial"})
  void showHowATurnGoes(String event) throws Exception {
    assertThat(
            isProgress(
                "tg:1",
                "{\"type\":\"agent_event\",\"content\":{\"event\":\"%s\"}}".formatted(event)))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "7",
        "{\"type\":\"agent_event\"}",
        "{\"type\":\"agent_event\",\"content\":7}",
        "{\"type\":\"agent_event\",\"content\":{\"event\":7}}",
        "{\"type\":\"agent_event\",\"content\":{\"event\":\"tool_call\"}}",
        "{\"type\":\"tg_reply\",\"content\":{\"event\":\"step\"}}",
        "{\"type\":\"agent_event\",\"type\":\"agent_event\"}"
      })
  void otherMessagesAreNone(String payload) throws Exception {
    assertThat(isProgress("tg:1", payload)).isFalse();
  }

  @Test
  void aMessageToTheStepsIsOneEvenWithoutItsPayload() throws Exception {
    assertThat(isProgress("system:steps", null)).isTrue();
    assertThat(isProgress("tg:1", null)).isFalse();
  }
}
