package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.agent.store.AgentStore;
import bub.agent.store.AgentStore.Alarm;
import bub.client.CurrentCause;
import bub.client.TimeSource;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.io.IOException;
import java.time.Instant;

/** Tool that sends the agent a message later, even after a restart. */
public final class ScheduleMessage implements Tool {
  private static final int MAX_ALARMS = 100;
  private static final int MAX_TEXT = 8_000;
  private static final ToolSpec SPEC =
      ToolSpec.of(
          "schedule_message",
          "Schedule a message to yourself, for example to remind the person of something. You"
              + " receive it at that time, and the person receives your answer to it.",
          """
          {"type": "object",
           "properties": {
             "when": {"type": "string",
                      "description":
                        "30s, 10m, 2h, 1d, or a time such as 2026-02-17T12:00:00+01:00"},
             "text": {"type": "string"}},
           "required": ["when", "text"]}
          """);

  private final AgentStore store;
  private final TimeSource time;
  private final Runnable news;

  /** {@code news} runs after every new alarm. */
  public ScheduleMessage(AgentStore store, TimeSource time, Runnable news) {
    this.store = store;
    this.time = time;
    this.news = news;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult use(RawJson arguments, ToolContext context)
      throws IOException, InterruptedException {
    Fields fields = arguments.fields();
    String when = fields.string("when");
    String text = fields.string("text");
    if (text.isBlank() || text.length() > MAX_TEXT) {
      throw new InvalidField("text", "must have 1 to " + MAX_TEXT + " characters");
    }
    Instant now = time.now();
    Instant due = ScheduledTime.read("when", when, now);
    var alarm = new Alarm(context.name("alarm", when, text), now, due, text, CurrentCause.get());
    if (!store.set(alarm, MAX_ALARMS)) {
      return ToolResult.failed("the limit of " + MAX_ALARMS + " scheduled messages is reached");
    }
    news.run();
    return ToolResult.done("scheduled for " + due);
  }
}
