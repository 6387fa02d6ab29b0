package bub.channel;

import bub.channel.store.Line;
import bub.channel.store.Speaker;
import bub.protocol.message.ChatId;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A person's side that notes what it is shown, and fails when it is told to. */
public final class RecordedEdge implements Edge {
  /** What was shown where. */
  public record Sight(ChatId chat, Line line) {}

  private final List<Sight> lines = new CopyOnWriteArrayList<>();
  private final List<Progress> progress = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Shown> script = new ConcurrentLinkedQueue<>();
  private volatile Runnable reaction = () -> {};

  @Override
  public Shown show(ChatId chat, Line line) {
    Shown scripted = script.poll();
    if (scripted != null) {
      return scripted;
    }
    lines.add(new Sight(chat, line));
    reaction.run();
    return new Shown.Done();
  }

  @Override
  public void progress(ChatId chat, Progress news) {
    progress.add(news);
  }

  /** The next attempt to show a line ends like this. */
  public RecordedEdge thatSays(Shown outcome) {
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
    return texts(Speaker.AGENT);
  }

  /** What the house itself said. */
  public List<String> notices() {
    return texts(Speaker.HOUSE);
  }

  /** What operators wrote. */
  public List<String> operatorTexts() {
    return texts(Speaker.OPERATOR);
  }

  private List<String> texts(Speaker speaker) {
    return lines.stream()
        .map(Sight::line)
        .filter(line -> line.speaker() == speaker)
        .map(Line::text)
        .toList();
  }

  public List<Progress> progress() {
    return progress;
  }
}
