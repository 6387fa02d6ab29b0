package bub.channel.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeChatTextTest {
  @Test
  void keepsWhatPeopleWrite() {
    String text = "Grüße\n\tلسانی 👩‍👩‍👧 café e\u0301 中文";
    assertThat(SafeChatText.lines(text)).isEqualTo(text);
  }

  @Test
  void showsWhatATerminalWouldObey() {
    assertThat(SafeChatText.lines("\u001b[2J\u0007\u0000\u007f\u009b"))
        .isEqualTo("\\u001b[2J\\u0007\\u0000\\u007f\\u009b");
  }

  @Test
  void showsWhatTurnsWritingRoundOrHidesIt() {
    assertThat(SafeChatText.lines("\u202e\u2066\u200b\ufeff\u2028"))
        .isEqualTo("\\u202e\\u2066\\u200b\\ufeff\\u2028");
  }

  @Test
  void showsHalfCharacters() {
    assertThat(SafeChatText.lines("a\ud83d")).isEqualTo("a\\ud83d");
  }

  @Test
  void aCarriageReturnCannotOverwriteALine() {
    assertThat(SafeChatText.lines("good\r\nbad\rover")).isEqualTo("good\nbad\\u000dover");
  }

  @Test
  void aLineIsOneLine() {
    assertThat(SafeChatText.line("a\nb\tc\rd")).isEqualTo("a\\nb c\\rd");
  }
}
