package bub.agent;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.PrimitiveIterator;

/** Invisible characters, and lookalikes of {@code [from:…]} that NFKD does not decompose. */
final class Confusables {
  static final char OPENING = '[';
  static final char CLOSING = ']';

  private static final int FIRST_BEYOND_ASCII = 0x80;
  private static final char OTHER = '\0';

  // Blank characters whose category is not white space.
  private static final String BLANK = "\u115F\u1160\u2800\u3164\uFFA0\uFFFC\uFFFD";
  private static final Map<Integer, Character> LOOKS_LIKE = new HashMap<>();

  static {
    add(OPENING, "［【〔〖〘〚⁅⟦⟬❲⦋⦍⦏⦗⌈⌊⎡⎢⎣⸢⸤⸨「『｢﹝﹇︹︻︗𝄕꛰");
    add(CLOSING, "］】〕〗〙〛⁆⟧⟭❳⦌⦎⦐⦘⌉⌋⎤⎥⎦⸣⸥⸩」』｣﹞﹈︺︼︘");
    add(':', "：﹕︓︰ː˸ˑ∶꞉׃։܃܄܅፡፥᛬᠃᠄⁚⁝⁞⫶⸬ꓽः");
    add('f', "ſẛẜẝƒƑꞘꞙϜϝꝻꝼꬵᵮᶂʄꓝᖴ𐊇𐊥𐔓Ғғ⨍∱₣Ⅎⅎ🅵🅕🇫𝈓");
    add('r', "гГᴦΓⲄⲅꭇꭈꮁʀƦɼɽɾɿɹᵲᶉɍɌяЯᴙꓣᚱᏒᎡᖇ𐒴ҐґҒ®🅁🆁🅡🇷");
    add('o', "0оОοΟσօՕסﻩه٥۵०০੦૦୦௦౦೦൦๐໐၀႐០᠐ᴏᴑꬽഠංဝჿⲞⲟⵔዐ〇øØɵƟөӨθΘꓳ𐊒𐊫𐐄𐐬𐓂𐓪𑣈○◯●⭕☉⊙⊚º°🅾🅞🇴ಂంੳ");
    add('m', "мМᴍɱᵯⲘⲙΜϺϻꓟ𐊰𐌑ᎷᗰᛖӍӎʍɯ♏₥🅼🅜🇲");
    add('n', "пПηɴŋɳɲᴨᥒոռՈᏁꓠ");
  }

  private Confusables() {}

  private static void add(char letter, String lookalikes) {
    lookalikes.codePoints().forEach(one -> LOOKS_LIKE.putIfAbsent(one, letter));
  }

  /** In lower case; zero when the code point looks like no ASCII character. */
  static char of(int codePoint) {
    Character known = LOOKS_LIKE.get(codePoint);
    if (known != null) {
      return known;
    }
    return codePoint < FIRST_BEYOND_ASCII
        ? Character.toLowerCase((char) codePoint)
        : decomposed(codePoint);
  }

  private static char decomposed(int codePoint) {
    String parts = Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFKD);
    char letter = OTHER;
    for (PrimitiveIterator.OfInt all = parts.codePoints().iterator(); all.hasNext(); ) {
      int part = all.nextInt();
      char like = Character.isLetterOrDigit(part) ? simple(part) : OTHER;
      if (like != OTHER && letter != OTHER) {
        return OTHER; // decomposes into two letters
      }
      letter = like == OTHER ? letter : like;
    }
    return letter;
  }

  private static char simple(int codePoint) {
    Character known = LOOKS_LIKE.get(codePoint);
    if (known != null) {
      return known;
    }
    return codePoint < FIRST_BEYOND_ASCII ? Character.toLowerCase((char) codePoint) : OTHER;
  }

  /** True also for a mark that only modifies the character before. */
  static boolean isUnseen(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> BLANK.indexOf(codePoint) >= 0;
    };
  }
}
