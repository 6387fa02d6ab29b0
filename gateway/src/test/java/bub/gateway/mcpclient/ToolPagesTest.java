package bub.gateway.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.InvalidField;
import bub.json.RawJson;
import bub.testkit.FakeHttpMcpServer;
import org.junit.jupiter.api.Test;

class ToolPagesTest {
  private final ToolPages pages = new ToolPages();

  private void add(String... tools) throws Exception {
    pages.add(RawJson.parse("[" + String.join(",", tools) + "]"));
  }

  @Test
  void keepsTheFirstToolOfEachName() throws Exception {
    add(FakeHttpMcpServer.tool("a"), FakeHttpMcpServer.tool("b"));
    add(FakeHttpMcpServer.tool("a"), FakeHttpMcpServer.tool("c"));
    assertThat(pages.list().tools()).extracting(RemoteTool::name).containsExactly("a", "b", "c");
    assertThat(pages.list().remarks()).isEmpty();
  }

  @Test
  void saysOneSentenceAboutAllUnusableTools() throws Exception {
    for (int i = 0; i < 10; i++) {
      add(FakeHttpMcpServer.tools(name -> "{\"name\":\"" + name + "\"}", 100));
    }
    add(FakeHttpMcpServer.tool("good"), "7");
    assertThat(pages.list().tools()).extracting(RemoteTool::name).containsExactly("good");
    assertThat(pages.list().remarks())
        .singleElement()
        .asString()
        .startsWith("1001 tools are unusable: ")
        .contains("inputSchema");
  }

  @Test
  void keepsAReasonShortAndFreeOfTerminalCodes() throws Exception {
    String twice = "\"a\\u001b[2J" + "x".repeat(10_000) + "\":1";
    add("{\"name\":\"t\",\"inputSchema\":{}," + twice + "," + twice + "}");
    assertThat(String.join("", pages.list().remarks()))
        .hasSizeLessThan(300)
        .doesNotContain("\u001b");
  }

  @Test
  void stopsAtTheMaximumNumberOfTools() throws Exception {
    add(FakeHttpMcpServer.tools(FakeHttpMcpServer::tool, ToolPages.MAX_TOOLS));
    assertThat(pages.isFull()).isFalse();
    add(FakeHttpMcpServer.tool("more"), FakeHttpMcpServer.tool("evenmore"));
    assertThat(pages.isFull()).isTrue();
    assertThat(pages.list().tools()).hasSize(ToolPages.MAX_TOOLS);
    assertThat(pages.list().remarks())
        .containsExactly("the list has more than 256 tools, so bub uses the first 256");
  }

  @Test
  void stopsAtTheMaximumSize() throws Exception {
    String large = "{\"name\":\"%s\",\"inputSchema\":{\"d\":\"" + "x".repeat(60_000) + "\"}}";
    add(FakeHttpMcpServer.tools(large::formatted, 100));
    assertThat(pages.isFull()).isTrue();
    assertThat(pages.list().tools().stream().mapToInt(RemoteTool::bytes).sum())
        .isBetween(ToolPages.MAX_BYTES - 61_000, ToolPages.MAX_BYTES);
    assertThat(String.join("", pages.list().remarks())).contains("bytes of schemas");
  }

  @Test
  void holdsNoLongDescription() throws Exception {
    add("{\"name\":\"t\",\"inputSchema\":{},\"description\":\"" + "x".repeat(1_000_000) + "\"}");
    assertThat(pages.list().tools().getFirst().bytes()).isLessThan(10_000);
  }

  @Test
  void refusesAPageThatIsNoList() {
    assertThatThrownBy(() -> pages.add(RawJson.EMPTY_OBJECT)).isInstanceOf(InvalidField.class);
  }
}
