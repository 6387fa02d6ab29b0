package bub.json;

/** Line and column of a byte in a UTF-8 text, both from 1. */
public record TextPosition(int line, int column) {

  public static TextPosition of(byte[] text, int offset) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < Math.min(offset, text.length); i++) {
      if (text[i] == '\n') {
        line++;
        column = 1;
      } else if ((text[i] & 0xC0) != 0x80) {
        column++; // the other bytes continue a character
      }
    }
    return new TextPosition(line, column);
  }

  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
