package bub.channel.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeTextTest {
  @Test
  void keepsWhatPeopleWrite() {
    String text = "Grüße\n\tلسانی 👩‍👩‍👧 café e\u0301 中文";
    assertThat(SafeText.lines(text)).isEqualTo(text);
  }

  @Test
  void showsWhatATerminalWouldObey() {
    assertThat(SafeText.lines("\u001b[2J\u0007\u0000\u007f\u009b"))
        .isEqualTo("\\u001b[2J\\u0007\\u0000\\u007f\\u009b");
  }

  @Test
  void showsWhatTurnsWritingRoundOrHidesIt() {
    assertThat(SafeText.lines("\u202e\u2066\u200b\ufeff\u2028"))
        .isEqualTo("\\u202e\\u2066\\u200b\\ufeff\\u2028");
  }

  @Test
  void showsHalfCharacters() {
    assertThat(SafeText.lines("a\ud83d")).isEqualTo("a\\ud83d");
  }

  @Test
  void aCarriageReturnCannotOverwriteALine() {
    assertThat(SafeText.lines("good\r\nbad\rover")).isEqualTo("good\nbad\\u000dover");
  }

  @Test
  void aLineIsOneLine() {
    assertThat(SafeText.line("a\nb\tc\rd")).isEqualTo("a\\nb c\\rd");
  }
}
