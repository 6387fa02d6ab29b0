package bub.channel.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files that an answer links to, such as {@code ![](plots/1.png)}, relative to {@code data}. */
final class FileLinks {
  private static final int MAX_FILES = 10;
  private static final int MAX_PATH = 512;
  private static final Pattern CODE = Pattern.compile("(?s)```.*?(?:```|\\z)|`[^`\\n]*`");
  private static final Pattern LINK =
      Pattern.compile(
          "\\[[^\\[\\]\\n]{0,500}]\\(<?([^()<>\\n\"]{1,512}?)>?(?:\\s+\"[^\"\\n]*\")?\\)");
  private static final Pattern NOT_A_FILE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*|[/#?].*");

  private FileLinks() {}

  /** Keeps the order of the links. The files may not exist. */
  static List<Path> in(String markdown) {
    var found = new LinkedHashSet<Path>();
    Matcher link = LINK.matcher(CODE.matcher(markdown).replaceAll(""));
    while (link.find() && found.size() < MAX_FILES) {
      String target = link.group(1).strip();
      if (target.length() <= MAX_PATH && !NOT_A_FILE.matcher(target).matches()) {
        add(found, target);
      }
    }
    return List.copyOf(found);
  }

  private static void add(Set<Path> found, String target) {
    try {
      Path path = Path.of(URLDecoder.decode(target.replace("+", "%2B"), UTF_8)).normalize();
      Path inData =
          path.startsWith("data") && path.getNameCount() > 1
              ? path.subpath(1, path.getNameCount())
              : path;
      if (!inData.isAbsolute() && !inData.startsWith("..") && !inData.toString().isEmpty()) {
        found.add(inData);
      }
    } catch (IllegalArgumentException noPath) {
      // A link to something else.
    }
  }
}
