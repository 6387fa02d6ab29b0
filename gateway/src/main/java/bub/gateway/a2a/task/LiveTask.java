package bub.gateway.a2a.task;

import bub.gateway.a2a.model.A2aPart;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.task.TaskSubscription.Until;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Task that is not over, with its readers. Safe for any thread; hold its monitor for a change. */
public final class LiveTask {
  static final String ANSWER = "answer";

  private final List<TaskSubscription> readers = new CopyOnWriteArrayList<>();
  private final Address owner;
  private volatile boolean isStored;
  // Guarded by this.
  private A2aTask task;
  private String shownText = "";
  private @Nullable Runnable stop;
  private @Nullable RawJson message;

  LiveTask(A2aTask task, boolean isStored) {
    this.owner = task.owner();
    this.task = task;
    this.isStored = isStored;
  }

  /** Needs no monitor, which a change holds while it waits for the disk. */
  Address owner() {
    return owner;
  }

  public synchronized A2aTask task() {
    return task;
  }

  /** The task with the text that its readers have so far. */
  public synchronized A2aTask shown() {
    return shownText.isEmpty() ? task : task.withArtifact(ANSWER, answer(shownText));
  }

  static RawJson answer(String text) {
    JsonWriter out = new JsonWriter().beginObject().field("artifactId", ANSWER);
    out.field("name", ANSWER).name("parts").beginArray().value(A2aPart.text(text)).endArray();
    return RawJson.trusted(out.endObject().toByteArray());
  }

  public synchronized TaskSubscription subscribe(Until until) {
    var reader = new TaskSubscription(until, readers::remove);
    reader.add(List.of(shown().taskEvent(A2aTask.View.ALL)), task);
    readers.add(reader);
    reader.endIfReached(task);
    return reader;
  }

  /** True when others than the first caller may know the task. */
  boolean isStored() {
    return isStored;
  }

  synchronized void stored() {
    isStored = true;
  }

  synchronized void publish(TaskChange change, boolean isOnDisk) {
    task = change.task();
    isStored |= isOnDisk;
    if (task.state().isSettled()) {
      shownText = "";
      stop = null;
    }
    for (TaskSubscription reader : readers) {
      reader.add(change.streamed(), task);
      reader.endIfReached(task);
    }
  }

  /** Shows readers the text so far; an agent that used a tool begins a new text. */
  synchronized void show(String text) {
    if (text.equals(shownText) || task.state().isSettled()) {
      return;
    }
    boolean appends = !shownText.isEmpty() && text.startsWith(shownText);
    String news = appends ? text.substring(shownText.length()) : text;
    shownText = text;
    RawJson event = task.artifactEvent(answer(news), appends, false);
    A2aTask current = shown();
    readers.forEach(reader -> reader.add(List.of(event), current));
  }

  /** Returns the event that completes the text which readers have so far. */
  synchronized RawJson lastPiece(A2aTask next, String text) {
    boolean appends =
        !shownText.isEmpty() && text.startsWith(shownText) && text.length() > shownText.length();
    String news = appends ? text.substring(shownText.length()) : text;
    return next.artifactEvent(answer(news), appends, true);
  }

  /** Remembers how to stop the work; returns false when that is too late. */
  synchronized boolean onStop(Runnable how) {
    if (task.state().isTerminal()) {
      return false;
    }
    if (!task.state().isSettled()) {
      stop = how;
    }
    return true;
  }

  synchronized @Nullable Runnable takeStop() {
    Runnable how = stop;
    stop = null;
    return how;
  }

  /** The answer of an agent that wants no task, for a caller who waits. */
  public synchronized @Nullable RawJson message() {
    return message;
  }

  synchronized void answerWith(RawJson direct) {
    message = direct;
  }

  void endReaders() {
    readers.forEach(TaskSubscription::end);
  }
}
