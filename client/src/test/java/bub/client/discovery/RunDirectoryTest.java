package bub.client.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RunDirectoryTest {
  @Test
  void keepsStateInTheRunDirectoryOfAUserWithoutAHome() {
    Path otherwise = Path.of("/run/user/7/bub/state");
    assertThat(RunDirectory.home("?")).isNull();
    assertThat(RunDirectory.standardState(_ -> null, RunDirectory.home("?"), otherwise))
        .isIn(otherwise, Path.of("/var/lib/bub"));
  }
}
