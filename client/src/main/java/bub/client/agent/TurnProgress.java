package bub.client.agent;

import bub.client.CurrentCause;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Progress of a turn for a chat, until {@code close}. Safe for any thread; never blocks. */
public final class TurnProgress implements AutoCloseable {
  private static final long TYPING_EVERY = TimeUnit.SECONDS.toNanos(4);
  private static final long PARTIAL_EVERY = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int CHARS_WORTH_A_PAUSE = 8_000;
  private static final int MAX_ARGUMENTS = 200;
  private static final int MAX_RESULT = 2_000;
  private static final int MAX_WAITING = 64;
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private record Event(Kind kind, RawJson data) {}

  /** Stage of a tool call. */
  public enum Stage {
    STARTED("started"),
    FINISHED("finished"),
    FAILED("failed");

    private final String word;

    Stage(String word) {
      this.word = word;
    }
  }

  private final BestEffortEvents events;
  private final Address to;
  private final MessageId about;
  private final Thread thread =
      Thread.ofVirtual().name("progress").unstarted(CurrentCause.capture(this::run));
  private final Queue<Event> tools = new ArrayDeque<>();
  private @Nullable String partial;
  private long seq;
  private long partialDue = System.nanoTime();
  private long typingDue;

  private TurnProgress(BestEffortEvents events, Address to, MessageId about, Duration typingAfter) {
    this.typingDue = System.nanoTime() + typingAfter.toNanos();
    this.events = events;
    this.to = to;
    this.about = about;
  }

  public static TurnProgress begin(BestEffortEvents events, Address to, MessageId about) {
    return begin(events, to, about, Duration.ZERO);
  }

  /** Shows that the agent is typing only if the turn takes longer than {@code typingAfter}. */
  public static TurnProgress begin(
      BestEffortEvents events, Address to, MessageId about, Duration typingAfter) {
    var progress = new TurnProgress(events, to, about, typingAfter);
    progress.thread.start();
    return progress;
  }

  /** A newer text replaces one that still waits. */
  public synchronized void partial(String text) {
    partial = text;
    notifyAll();
  }

  /** {@code result} is null until the call ends. */
  public synchronized void tool(
      String name, String arguments, Stage stage, @Nullable String result) {
    if (tools.size() < MAX_WAITING) {
      RawJson data =
          object(
              out -> {
                out.field("message_id", about).field("name", name);
                out.field("arguments", brief(arguments, MAX_ARGUMENTS)).field("status", stage.word);
                if (result != null) {
                  out.field("result", brief(result, MAX_RESULT));
                }
              });
      tools.add(new Event(Kind.TOOL_CALL, data));
      notifyAll();
    }
  }

  private static String brief(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }

  private void run() {
    try {
      while (true) {
        Event next = next();
        events.say(to, next.kind(), next.data());
      }
    } catch (InterruptedException ended) {
      // The answer itself is on its way.
    }
  }

  private synchronized Event next() throws InterruptedException {
    while (true) {
      Event tool = tools.poll();
      if (tool != null) {
        return tool;
      }
      long now = System.nanoTime();
      String text = partial;
      if (text != null && now - partialDue >= 0) {
        partial = null;
        // Each event carries the whole text, so long texts go less often.
        partialDue = now + PARTIAL_EVERY * (1 + text.length() / CHARS_WORTH_A_PAUSE);
        long number = ++seq;
        return new Event(
            Kind.PARTIAL,
            object(out -> out.field("message_id", about).field("text", text).field("seq", number)));
      }
      if (now - typingDue >= 0) {
        typingDue = now + TYPING_EVERY;
        return new Event(Kind.TYPING, RawJson.EMPTY_OBJECT);
      }
      long wait = text == null ? typingDue - now : Math.min(typingDue, partialDue) - now;
      TimeUnit.NANOSECONDS.timedWait(this, wait);
    }
  }

  private static RawJson object(Consumer<JsonWriter> members) {
    JsonWriter out = new JsonWriter().beginObject();
    members.accept(out);
    return RawJson.trusted(out.endObject().toByteArray());
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(FAREWELL);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
