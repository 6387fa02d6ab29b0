package bub.channel;

import bub.channel.store.ChatLine;
import bub.channel.store.LineAuthor;
import bub.protocol.message.ChatId;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A chat edge that records what it shows, and fails on demand. */
public final class RecordedEdge implements ChatEdge {
  /** One shown message and its place. */
  public record Sight(ChatId chat, ChatLine line) {}

  private final List<Sight> lines = new CopyOnWriteArrayList<>();
  private final List<ChatProgress> progress = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<DisplayResult> script = new ConcurrentLinkedQueue<>();
  private volatile Runnable reaction = () -> {};

  @Override
  public DisplayResult show(ChatId chat, ChatLine line) {
    DisplayResult scripted = script.poll();
    if (scripted != null) {
      return scripted;
    }
    lines.add(new Sight(chat, line));
    reaction.run();
    return new DisplayResult.Done();
  }

  @Override
  public void progress(ChatId chat, ChatProgress news) {
    progress.add(news);
  }

  /** The next attempt to show a line ends like this. */
  public RecordedEdge thatSays(DisplayResult outcome) {
    script.add(outcome);
    return this;
  }

  /** Does this while it shows a line. */
  public RecordedEdge thatDoes(Runnable what) {
    reaction = what;
    return this;
  }

  public List<Sight> lines() {
    return lines;
  }

  /** What agents said. */
  public List<String> replies() {
    return texts(LineAuthor.AGENT);
  }

  /** Lines of the channel itself. */
  public List<String> notices() {
    return texts(LineAuthor.HOUSE);
  }

  /** Lines of operators. */
  public List<String> operatorTexts() {
    return texts(LineAuthor.OPERATOR);
  }

  private List<String> texts(LineAuthor speaker) {
    return lines.stream()
        .map(Sight::line)
        .filter(line -> line.speaker() == speaker)
        .map(ChatLine::text)
        .toList();
  }

  public List<ChatProgress> progress() {
    return progress;
  }
}
