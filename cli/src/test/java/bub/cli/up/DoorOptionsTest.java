package bub.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.gateway.DoorName;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The doors that {@code --doors} opens. */
class DoorOptionsTest {
  private static DoorOptions given(String... words) {
    var options = new DoorOptions();
    new CommandLine(options).parseArgs(words);
    return options;
  }

  @Test
  void onThisMachineAllDoorsAreOpen() {
    assertThat(given().doors(true)).containsExactlyInAnyOrder(DoorName.values());
  }

  @Test
  void forOtherMachinesNoneIsOpenUnlessAsked() {
    assertThat(given().doors(false)).isEmpty();
    assertThat(given("--doors", "mcp").doors(false)).containsExactly(DoorName.MCP);
  }

  @ParameterizedTest
  @EnumSource
  void eachDoorAlone(DoorName door) {
    DoorOptions options = given("--doors", door.word());
    assertThat(options.doors(true)).containsExactly(door);
    assertThat(options.doors(false)).containsExactly(door);
  }

  @Test
  void severalDoorsHaveCommas() {
    assertThat(given("--doors", "openai,A2A").doors(true))
        .isEqualTo(Set.of(DoorName.OPENAI, DoorName.A2A));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noneOpensNone(boolean isLoopback) {
    assertThat(given("--doors", "none").doors(isLoopback)).isEmpty();
  }

  @Test
  void anUnknownDoorIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> given("--doors", "mcp,gopher"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("'gopher' is not a door: use a2a, mcp, openai, hooks or none");
  }
}
