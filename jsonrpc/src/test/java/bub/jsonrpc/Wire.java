package bub.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Bare end of a link: sends any text, JSON or not, and records what it receives. */
final class Wire implements Link.Receiver {
  private final Link link;
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<String> closings = new CopyOnWriteArrayList<>();

  Wire(Link link) {
    this.link = link;
  }

  Wire open() {
    link.open(this);
    return this;
  }

  boolean says(String text) {
    return says(text.getBytes(UTF_8));
  }

  boolean says(byte[] text) {
    return link.send(text, 0, text.length);
  }

  void hangsUp(String reason) {
    link.close(1000, reason);
  }

  List<String> heard() {
    return List.copyOf(heard);
  }

  List<String> closings() {
    return List.copyOf(closings);
  }

  @Override
  public void onText(byte[] text) {
    heard.add(closings.isEmpty() ? new String(text, UTF_8) : "heard after the end");
  }

  @Override
  public void onClosed(int code, String reason) {
    closings.add(reason);
  }
}
