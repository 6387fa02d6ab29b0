package bub.channel.terminal;

import bub.channel.ChatEdge;
import bub.channel.ChatProgress;
import bub.channel.DisplayResult;
import bub.channel.store.ChatLine;
import bub.client.TimeSource;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jline.utils.AttributedString;

/** Terminal side of a chat: answers stay, partial text and typing are transient. */
final class TerminalEdge implements ChatEdge {
  private static final Duration TYPING_LASTS = Duration.ofSeconds(10);

  private final ChatReader reader;
  private final TimeSource time;
  // Number of the current live text, so that the end of one does not clear the next.
  private final AtomicLong alive = new AtomicLong();

  TerminalEdge(ChatReader reader, TimeSource time) {
    this.reader = reader;
    this.time = time;
  }

  @Override
  public DisplayResult show(ChatId chat, ChatLine line) {
    alive.incrementAndGet();
    reader.say(TerminalStyle.line(line));
    return new DisplayResult.Done();
  }

  @Override
  public void progress(ChatId chat, ChatProgress progress) {
    switch (progress) {
      case ChatProgress.Typing _ -> live(TerminalStyle.TYPING);
      case ChatProgress.Partial(String _, String text) -> live(TerminalStyle.partial(text));
      case ChatProgress.Stopped _ -> {
        alive.incrementAndGet();
        reader.live(null);
      }
      case ChatProgress.Delayed(String reason) -> reader.mention(TerminalStyle.delayed(reason));
      case ChatProgress.ToolCall call -> {
        switch (call.status()) {
          case STARTED -> reader.mention(TerminalStyle.toolCall(call));
          case FAILED -> reader.mention(TerminalStyle.toolFailure(call));
          case FINISHED -> {}
        }
      }
    }
  }

  private void live(AttributedString text) {
    if (!reader.isLively()) {
      return;
    }
    // The typing indicator must not replace partial text.
    boolean isSign = text.equals(TerminalStyle.TYPING);
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
