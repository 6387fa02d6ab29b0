package bub.gateway.mcpclient;

import java.util.List;

/**
 * Tools of an MCP server that bub can use.
 *
 * @param remarks sentences about what bub leaves out; empty when it uses everything
 */
public record RemoteToolList(List<RemoteTool> tools, List<String> remarks) {
  public RemoteToolList {
    tools = List.copyOf(tools);
    remarks = List.copyOf(remarks);
  }
}
