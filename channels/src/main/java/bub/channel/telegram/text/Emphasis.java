package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pairs emphasis signs by CommonMark's rules. The look-back is bounded, so that a text of only
 * signs takes linear time.
 */
final class Emphasis {
  private static final int LOOKS_BACK = 64;

  private final List<Inline.Run> openers = new ArrayList<>();

  private Emphasis() {}

  static void pair(List<Inline> inlines) {
    var emphasis = new Emphasis();
    for (Inline inline : inlines) {
      if (inline instanceof Inline.Run run) {
        emphasis.take(run);
      }
    }
  }

  private void take(Inline.Run run) {
    while (run.canClose() && run.left() > 0) {
      Inline.Run opener = openerOf(run);
      if (opener == null) {
        break;
      }
      while (openers.getLast() != opener) {
        openers.removeLast(); // unclosed signs in between are literal text
      }
      pair(opener, run);
      if (opener.left() == 0) {
        openers.removeLast();
      }
    }
    if (run.canOpen() && run.left() > 0) {
      openers.add(run);
    }
  }

  private Inline.@Nullable Run openerOf(Inline.Run closer) {
    int last = openers.size() - 1;
    for (int i = last; i >= 0 && i > last - LOOKS_BACK; i--) {
      Inline.Run opener = openers.get(i);
      if (opener.sign() == closer.sign() && belong(opener, closer)) {
        return opener;
      }
    }
    return null;
  }

  private static boolean belong(Inline.Run opener, Inline.Run closer) {
    if (opener.sign() == '~') {
      return opener.left() == 2 && closer.left() == 2;
    }
    boolean either = opener.canClose() || closer.canOpen();
    boolean odd = (opener.count() + closer.count()) % 3 == 0;
    boolean multiples = opener.count() % 3 == 0 && closer.count() % 3 == 0;
    return !either || !odd || multiples;
  }

  private static void pair(Inline.Run opener, Inline.Run closer) {
    if (opener.sign() == '~') {
      opener.pairWith(closer, MessageEntity.STRIKETHROUGH, 2);
    } else if (opener.left() >= 2 && closer.left() >= 2) {
      opener.pairWith(closer, MessageEntity.BOLD, 2);
    } else {
      opener.pairWith(closer, MessageEntity.ITALIC, 1);
    }
  }
}
