package bub.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.PositionedJson.Misplaced;
import org.junit.jupiter.api.Test;

class PositionedJsonTest {
  @Test
  void aSyntaxErrorNamesItsLineAndColumn() {
    assertThatThrownBy(() -> PositionedJson.parse("{\n  \"ä\": 1,\n  oops}".getBytes(UTF_8)))
        .isInstanceOf(Misplaced.class)
        .hasMessageStartingWith("line 3, column 3: ");
  }

  @Test
  void anInvalidMemberIsReportedAtItsValue() throws Misplaced {
    PositionedJson json = PositionedJson.parse("{\"größe\": 1,\n \"b\": 2}".getBytes(UTF_8));

    assertThatThrownBy(() -> json.in(json.root(), () -> json.root().fields().string("b")))
        .hasMessage("line 2, column 7: b: must be a string");
    assertThatThrownBy(() -> json.in(json.root(), () -> json.root().fields().string("größe")))
        .hasMessage("line 1, column 11: größe: must be a string");
  }

  @Test
  void aMissingMemberIsReportedAtItsObject() throws Misplaced {
    PositionedJson json = PositionedJson.parse("\n {}".getBytes(UTF_8));

    assertThatThrownBy(() -> json.in(json.root(), () -> json.root().fields().string("a")))
        .hasMessage("line 2, column 2: a: is missing");
  }

  @Test
  void countsCharactersAndNotBytes() {
    assertThat(TextPosition.of("ää\näx".getBytes(UTF_8), 7)).isEqualTo(new TextPosition(2, 2));
  }
}
