package bub.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
  private static final List<String> WORDS = List.of("status", "sessions", "up", "token");

  @Test
  void findsAWordWithAFewWrongLetters() {
    assertThat(Spelling.nearest("stauts", WORDS)).isEqualTo("status");
    assertThat(Spelling.nearest("Session", WORDS)).isEqualTo("sessions");
    assertThat(Spelling.nearest("tokn", WORDS)).isEqualTo("token");
  }

  @Test
  void findsNothingForAnotherWord() {
    assertThat(Spelling.nearest("banana", WORDS)).isNull();
  }

  @Test
  void countsASwapOfNeighboursAsOneMistake() {
    assertThat(Spelling.distance("stauts", "status")).isEqualTo(1);
    assertThat(Spelling.distance("", "up")).isEqualTo(2);
  }
}
