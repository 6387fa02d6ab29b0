package bub.checks.docs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An exchange as a document prints it: the connected peers, and each line that they send ({@code
 * →}) and receive ({@code ←}).
 *
 * @param paths path of each peer, by clientId
 */
public record Scene(Map<String, String> paths, List<Line> lines) {
  private static final Pattern PEERS = Pattern.compile("<!-- peers: (.*) -->");
  private static final Pattern PLAIN_PEERS = Pattern.compile("peers: (.*)");
  private static final Pattern PEER = Pattern.compile("(\\S+) at ([^\\s,]+)");
  private static final Pattern LINE = Pattern.compile("(\\S+) +([→←]) (.*)");

  /** One text: {@code typed} by the peer, or else received by it. */
  public record Line(String peer, boolean typed, String json) {}

  /** The scenes of a document: each begins where it says who is connected. */
  static List<Scene> in(List<String> document) {
    var scenes = new ArrayList<Scene>();
    boolean talks = false;
    for (String text : document) {
      Matcher peers = PEERS.matcher(text);
      if (peers.matches()) {
        scenes.add(new Scene(paths(peers.group(1)), new ArrayList<>()));
      } else if (text.startsWith("```")) {
        talks = text.equals("```json");
      } else if (talks) {
        scenes.getLast().add(text);
      }
    }
    return scenes;
  }

  /** The one scene of a plain text, which begins with its peers; a line with # is a comment. */
  public static Scene of(List<String> text) {
    List<String> lines =
        text.stream().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    Matcher peers = PLAIN_PEERS.matcher(lines.getFirst());
    if (!peers.matches()) {
      throw new IllegalArgumentException("no peers: " + lines.getFirst());
    }
    var scene = new Scene(paths(peers.group(1)), new ArrayList<>());
    lines.stream().skip(1).forEach(scene::add);
    return scene;
  }

  private static Map<String, String> paths(String peers) {
    var paths = new LinkedHashMap<String, String>();
    Matcher peer = PEER.matcher(peers);
    while (peer.find()) {
      paths.put(peer.group(1), peer.group(2));
    }
    return paths;
  }

  private void add(String text) {
    Matcher line = LINE.matcher(text);
    if (line.matches()) {
      lines.add(new Line(line.group(1), line.group(2).equals("→"), line.group(3)));
    } else {
      Line begun = lines.removeLast();
      lines.add(new Line(begun.peer, begun.typed, begun.json + text.strip()));
    }
  }

  /** Whether the peer's first words are printed; those of others go without saying. */
  boolean introduces(String peer) {
    return lines.stream()
        .filter(line -> line.peer.equals(peer))
        .limit(1)
        .anyMatch(line -> line.json.contains("\"method\":\"initialize\""));
  }

  @Override
  public String toString() {
    return paths.toString();
  }
}
