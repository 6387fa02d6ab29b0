package bub.gateway.mcpclient;

import bub.client.BusClient;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.json.InvalidField;
import bub.protocol.lobby.Capability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Limit on the contracts of one server, because one message carries them all. Leaves out the
 * largest schemas first, and then the last tools.
 */
public final class ContractBudget {
  static final int MAX_BYTES = BusClient.MAX_PAYLOAD - 4 * 1024;

  private ContractBudget() {}

  /**
   * Contracts that fit.
   *
   * @param checked tools whose input and output the lobby checks
   * @param remarks sentences about what is left out
   */
  record Fitting(
      Map<RemoteTool, Capability> contracts, List<RemoteTool> checked, List<String> remarks) {}

  /** Sentences about what the lobby would not learn of these tools; empty for nothing. */
  public static List<String> remarks(McpServerEntry server, List<RemoteTool> tools) {
    return fit(server, tools).remarks();
  }

  static Fitting fit(McpServerEntry server, List<RemoteTool> tools) {
    List<Candidate> all = tools.stream().map(tool -> new Candidate(server, tool)).toList();
    long bytes = all.stream().mapToLong(one -> one.bytes).sum();
    int bare = 0;
    for (Candidate one :
        all.stream().sorted(Comparator.comparingInt(Candidate::saving)).toList().reversed()) {
      if (bytes > MAX_BYTES && one.saving() > 0) {
        bytes -= one.saving();
        one.leaveSchemasOut();
        bare++;
      }
    }
    int kept = all.size();
    while (bytes > MAX_BYTES) {
      bytes -= all.get(--kept).bytes;
    }
    var remarks = new ArrayList<String>();
    if (bare > 0) {
      remarks.add(
          "the contracts are larger than "
              + MAX_BYTES
              + " bytes, so the lobby does not check the input of the "
              + bare
              + " largest");
    }
    if (kept < all.size()) {
      remarks.add("the last " + (all.size() - kept) + " tools do not fit into the lobby");
    }
    return fitting(all.subList(0, kept), remarks);
  }

  private static Fitting fitting(List<Candidate> kept, List<String> remarks) {
    var contracts = new LinkedHashMap<RemoteTool, Capability>();
    kept.forEach(one -> contracts.put(one.tool, one.contract));
    return new Fitting(
        contracts,
        kept.stream().filter(one -> one.isChecked).map(one -> one.tool).toList(),
        List.copyOf(remarks));
  }

  /** Tool with the contract that it has so far. */
  private static final class Candidate {
    final RemoteTool tool;
    private final Capability bare;
    private final int bareBytes;
    private Capability contract;
    private int bytes;
    private boolean isChecked = true;

    Candidate(McpServerEntry server, RemoteTool tool) {
      this.tool = tool;
      bare = ToolContract.withoutSchemas(server, tool);
      bareBytes = size(bare);
      contract = bare;
      try {
        contract = ToolContract.of(server, tool);
      } catch (InvalidField odd) {
        isChecked = false; // the schema has a member twice
      }
      bytes = size(contract);
    }

    /** In the list of the message, with its comma. */
    private static int size(Capability capability) {
      return capability.toRaw().length() + 1;
    }

    int saving() {
      return bytes - bareBytes;
    }

    void leaveSchemasOut() {
      contract = bare;
      bytes = bareBytes;
      isChecked = false;
    }
  }
}
