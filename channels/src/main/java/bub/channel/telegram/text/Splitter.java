package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splitter of a text at paragraphs, else lines, sentences or words; short code stays whole. */
final class Splitter {
  private static final String ENDS_OF_SENTENCES = ".!?…:;";
  private static final String WIDE_ENDS_OF_SENTENCES = "。！？；";

  private interface Seam {
    boolean isAt(int place);
  }

  private final String text;
  private final List<MessageEntity> entities;
  private final List<MessageEntity> code;

  Splitter(RenderedText rendered) {
    this.text = rendered.text();
    this.entities = rendered.entities();
    this.code =
        entities.stream().filter(entity -> entity.type().equals(MessageEntity.PRE)).toList();
  }

  List<MessagePart> parts() {
    var parts = new ArrayList<MessagePart>();
    for (int from = pastSpace(0); from < text.length(); ) {
      int to = cut(from);
      MessagePart part = part(from, to);
      if (Glyphs.isVisible(part.text())) {
        parts.add(part);
      }
      from = pastSpace(to);
    }
    return parts;
  }

  /** Keeps the indent of code, which may have a meaning. */
  private int pastSpace(int from) {
    int at = from;
    while (at < text.length()
        && (text.charAt(at) == '\n' || text.charAt(at) == ' ' && codeAround(at) == null)) {
      at++;
    }
    return at;
  }

  private MessagePart part(int from, int to) {
    int end = to;
    while (end > from && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    var inside = new ArrayList<MessageEntity>();
    for (MessageEntity entity : entities) {
      int first = Math.max(from, entity.offset());
      int last = Math.min(end, entity.end());
      if (first < last) {
        inside.add(entity.at(first - from, last - first));
      }
    }
    return new MessagePart(text.substring(from, end), inside);
  }

  private int cut(int from) {
    int limit = Math.min(from + TelegramText.MAX_UNITS, entityLimit(from));
    if (limit >= text.length()) {
      return text.length();
    }
    MessageEntity split = codeAround(limit);
    if (split != null) {
      boolean movable = split.offset() > from && split.length() <= TelegramText.MAX_UNITS;
      return movable ? split.offset() : cutInCode(from, limit);
    }
    int span = limit - from;
    int place = last(limit, from + span / 2, this::isParagraph);
    place = place > 0 ? place : last(limit, from + span / 3, this::isLine);
    place = place > 0 ? place : last(limit, from + span / 3, this::isSentence);
    place = place > 0 ? place : last(limit, from + 1, this::isWord);
    return place > 0 ? place : Glyphs.boundary(text, from, limit);
  }

  private int cutInCode(int from, int limit) {
    int line = text.lastIndexOf('\n', limit - 1) + 1;
    return line > from ? line : Glyphs.boundary(text, from, limit);
  }

  private int entityLimit(int from) {
    int count = 0;
    for (MessageEntity entity : entities) {
      if (entity.end() > from && ++count > TelegramText.MAX_ENTITIES) {
        return Math.max(from + 1, entity.offset());
      }
    }
    return text.length();
  }

  /** Returns -1 when there is no seam outside of code. */
  private int last(int limit, int least, Seam seam) {
    int place = limit;
    while (place >= least) {
      MessageEntity around = codeAround(place);
      if (around != null) {
        place = around.offset();
      } else if (seam.isAt(place)) {
        return place;
      } else {
        place--;
      }
    }
    return -1;
  }

  private boolean isParagraph(int place) {
    return isLine(place) && isLine(place - 1);
  }

  private boolean isLine(int place) {
    return place > 0 && text.charAt(place - 1) == '\n';
  }

  private boolean isSentence(int place) {
    char before = text.charAt(place - 1);
    boolean ends =
        WIDE_ENDS_OF_SENTENCES.indexOf(before) >= 0
            || before == ' ' && place > 1 && ENDS_OF_SENTENCES.indexOf(text.charAt(place - 2)) >= 0;
    return ends && Glyphs.begins(text, place);
  }

  private boolean isWord(int place) {
    return Character.isWhitespace(text.charAt(place - 1)) && Glyphs.begins(text, place);
  }

  /** Code block that a cut at this place would divide. */
  private @Nullable MessageEntity codeAround(int place) {
    int low = 0;
    int high = code.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      MessageEntity candidate = code.get(middle);
      if (candidate.end() <= place) {
        low = middle + 1;
      } else if (candidate.offset() >= place) {
        high = middle - 1;
      } else {
        return candidate;
      }
    }
    return null;
  }
}
