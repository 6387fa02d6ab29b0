package bub.channel.telegram.text;

import java.util.ArrayList;
import java.util.List;

/** A piece of a line. */
sealed interface Inline {

  record Words(String text) implements Inline {}

  record Code(String text) implements Inline {}

  /** A link. Its label may contain emphasis and code, but no link. */
  record Link(String label, String url) implements Inline {}

  /** A run of emphasis signs: some close emphasis, some open it, and the rest is literal text. */
  final class Run implements Inline {
    private final char sign;
    private final int count;
    private final boolean canOpen;
    private final boolean canClose;
    private final List<String> closes = new ArrayList<>();
    private final List<String> opens = new ArrayList<>();
    private int left;

    Run(char sign, int count, boolean canOpen, boolean canClose) {
      this.sign = sign;
      this.count = count;
      this.canOpen = canOpen;
      this.canClose = canClose;
      this.left = count;
    }

    char sign() {
      return sign;
    }

    int count() {
      return count;
    }

    int left() {
      return left;
    }

    boolean canOpen() {
      return canOpen;
    }

    boolean canClose() {
      return canClose;
    }

    /** Styles that end here, the innermost first. */
    List<String> closes() {
      return closes;
    }

    /** Styles that begin here, the outermost first. */
    List<String> opens() {
      return opens;
    }

    /** Begins a style here that {@code closer} ends. */
    void pairWith(Run closer, String style, int signs) {
      left -= signs;
      closer.left -= signs;
      opens.addFirst(style);
      closer.closes.add(style);
    }
  }
}
