package bub.system.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import bub.system.spawn.Sandbox.Protection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SandboxTest {
  private static final Path STATE = Path.of("/state");
  private static final List<Protection> ALL = Sandbox.protections(launch("1"), STATE);

  private static AgentLaunch launch(String workspace) {
    return new AgentLaunch(
        new Address("agent:worker-" + workspace),
        STATE.resolve("workspaces").resolve(workspace),
        STATE.resolve("token-" + workspace),
        List.of("/usr/bin/agent"));
  }

  @Test
  void oneQuestionIsEnoughWhereEverythingWorks() {
    var asked = new ArrayList<List<String>>();

    Sandbox sandbox = Sandbox.strongest(ALL, asked::add);

    assertThat(sandbox).isEqualTo(Sandbox.FULL);
    assertThat(asked).containsExactly(sandbox.of(launch("1"), STATE));
  }

  @Test
  void onlyWhatDoesNotWorkIsLeftOut() {
    var broken = Set.of("PrivateUsers=yes", "ProtectKernelLogs=yes", "ProtectSystem=strict");

    Sandbox sandbox =
        Sandbox.strongest(ALL, properties -> Collections.disjoint(properties, broken));

    assertThat(sandbox.missing()).isEqualTo(broken);
    assertThat(sandbox.of(launch("1"), STATE))
        .doesNotContainAnyElementsOf(broken)
        .contains("NoNewPrivileges=yes", "ProtectKernelTunables=yes", "ProtectHome=read-only");
  }

  @Test
  void anotherAgentDoesWithoutTheSame() {
    Sandbox sandbox =
        Sandbox.strongest(
            ALL,
            properties -> properties.stream().noneMatch(one -> one.startsWith("TemporaryFile")));

    assertThat(sandbox.of(launch("2"), STATE))
        .noneMatch(property -> property.startsWith("TemporaryFile"))
        .noneMatch(property -> property.contains("token-2"))
        .contains("ReadWritePaths=\"/state/workspaces/2\"", "PrivateTmp=yes");
  }

  @Test
  void aMachineWithoutAnyProtectionStillRunsAgents() {
    assertThat(Sandbox.strongest(ALL, List::isEmpty).of(launch("1"), STATE)).isEmpty();
  }
}
