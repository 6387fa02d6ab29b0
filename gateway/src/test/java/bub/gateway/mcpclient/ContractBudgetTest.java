package bub.gateway.mcpclient;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.Program;
import bub.json.RawJson;
import bub.protocol.lobby.CapabilityChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContractBudgetTest {
  private static final McpServerEntry SERVER =
      new McpServerEntry(
          "files",
          new Program(List.of("true"), Map.of(), null),
          false,
          Duration.ofSeconds(60),
          List.of(),
          ElicitationMode.REFUSE);

  private static RemoteTool tool(String name, int description, int schema) {
    String input = "{\"type\":\"object\",\"description\":\"" + "x".repeat(schema) + "\"}";
    return new RemoteTool(
        name, "d".repeat(description), RawJson.trusted(input.getBytes(UTF_8)), null, null);
  }

  private static List<RemoteTool> tools(int count, int description, int schema) {
    return IntStream.range(0, count).mapToObj(i -> tool("t" + i, description, schema)).toList();
  }

  private static int size(ContractBudget.Fitting fitting) {
    return CapabilityChange.offering(List.copyOf(fitting.contracts().values())).toRaw().length();
  }

  @Test
  void keepsEverythingThatFits() {
    List<RemoteTool> tools = tools(20, 1_000, 40_000);
    ContractBudget.Fitting fitting = ContractBudget.fit(SERVER, tools);
    assertThat(fitting.remarks()).isEmpty();
    assertThat(fitting.checked()).isEqualTo(tools);
  }

  @Test
  void leavesOutTheLargestSchemasFirst() {
    var tools = new java.util.ArrayList<>(tools(33, 100, 30_000));
    tools.add(3, tool("largest", 100, 60_000));
    tools.add(tool("second", 100, 59_000));
    ContractBudget.Fitting fitting = ContractBudget.fit(SERVER, tools);
    assertThat(fitting.contracts()).hasSize(35);
    assertThat(fitting.checked()).hasSize(33);
    assertThat(fitting.checked()).extracting(RemoteTool::name).doesNotContain("largest", "second");
    assertThat(fitting.remarks()).singleElement().asString().contains("of the 2 largest");
    assertThat(size(fitting)).isLessThan(ContractBudget.MAX_BYTES);
  }

  @Test
  void leavesOutTheLastToolsWhenTheirTextsAloneAreTooLarge() {
    List<RemoteTool> tools = tools(256, 8_000, 50_000);
    ContractBudget.Fitting fitting = ContractBudget.fit(SERVER, tools);
    int kept = fitting.contracts().size();
    assertThat(kept).isBetween(200, 255);
    assertThat(fitting.contracts()).containsKeys(tools.getFirst(), tools.get(kept - 1));
    assertThat(fitting.checked()).isEmpty();
    assertThat(fitting.remarks())
        .hasSize(2)
        .last()
        .asString()
        .isEqualTo("the last " + (256 - kept) + " tools do not fit into the lobby");
    assertThat(size(fitting)).isLessThan(ContractBudget.MAX_BYTES);
  }

  @Test
  void doesNotCheckASchemaThatCannotBeRead() {
    RawJson twice = RawJson.trusted("{\"$id\":\"a\",\"$id\":\"b\"}".getBytes(UTF_8));
    var odd = new RemoteTool("odd", "", twice, null, null);
    ContractBudget.Fitting fitting = ContractBudget.fit(SERVER, List.of(odd));
    assertThat(fitting.contracts()).containsKey(odd);
  }
}
