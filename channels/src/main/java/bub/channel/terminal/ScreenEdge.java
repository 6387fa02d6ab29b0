package bub.channel.terminal;

import bub.channel.Edge;
import bub.channel.Progress;
import bub.channel.Shown;
import bub.channel.store.Line;
import bub.client.Time;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jline.utils.AttributedString;

/**
 * A person at a terminal: answers stay, text that is still being written and the sign that somebody
 * types live above the prompt.
 */
final class ScreenEdge implements Edge {
  private static final Duration TYPING_LASTS = Duration.ofSeconds(10);

  private final ChatReader reader;
  private final Time time;
  // Each thing in the live area has a number: what ends one must not end the next.
  private final AtomicLong alive = new AtomicLong();

  ScreenEdge(ChatReader reader, Time time) {
    this.reader = reader;
    this.time = time;
  }

  @Override
  public Shown show(ChatId chat, Line line) {
    alive.incrementAndGet();
    reader.say(Style.line(line));
    return new Shown.Done();
  }

  @Override
  public void progress(ChatId chat, Progress progress) {
    switch (progress) {
      case Progress.Typing _ -> live(Style.TYPING);
      case Progress.Partial(String _, String text) -> live(Style.partial(text));
      case Progress.Delayed(String reason) -> reader.mention(Style.delayed(reason));
      case Progress.ToolCall call -> {
        switch (call.status()) {
          case STARTED -> reader.mention(Style.toolCall(call));
          case FAILED -> reader.mention(Style.toolFailure(call));
          case FINISHED -> {}
        }
      }
    }
  }

  private void live(AttributedString text) {
    if (!reader.isLively()) {
      return;
    }
    // A sign of life does not wipe out what is already written.
    boolean isSign = text.equals(Style.TYPING);
    if (!isSign || !reader.isLive()) {
      reader.live(text);
    }
    long number = alive.incrementAndGet();
    Thread.startVirtualThread(() -> expire(number));
  }

  private void expire(long number) {
    try {
      time.sleep(TYPING_LASTS);
      if (alive.get() == number) {
        reader.live(null);
      }
    } catch (InterruptedException notNeededAnyMore) {
      // The terminal is closed.
    }
  }
}
