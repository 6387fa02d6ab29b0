package bub.gateway.mcpclient;

import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.PlainText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pages of a server's list of tools; counts the tools that bub leaves out. One thread. */
final class ToolPages {
  static final int MAX_TOOLS = 256;

  /** Maximum size of the schemas of all tools: several times what the lobby takes. */
  static final int MAX_BYTES = 4 << 20;

  private static final int LONGEST_REASON = 200;

  private final List<RemoteTool> tools = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private int bytes;
  private int unusable;
  private @Nullable String firstReason;
  private @Nullable String limit;

  void add(RawJson page) {
    if (!page.isArray()) {
      throw new InvalidField("tools", "must be an array");
    }
    page.elements(MAX_TOOLS + 1).forEach(this::read);
  }

  private void read(RawJson written) {
    try {
      take(RemoteTool.read(written));
    } catch (InvalidField odd) {
      unusable++;
      if (firstReason == null) {
        firstReason = PlainText.oneLine(String.valueOf(odd.getMessage()), LONGEST_REASON);
      }
    }
  }

  private void take(RemoteTool tool) {
    if (names.contains(tool.name()) || isFull()) {
      return;
    }
    if (tools.size() == MAX_TOOLS) {
      endsAt("more than " + MAX_TOOLS + " tools");
    } else if (bytes + tool.bytes() > MAX_BYTES) {
      endsAt("more than " + MAX_BYTES + " bytes of schemas");
    } else {
      bytes += tool.bytes();
      names.add(tool.name());
      tools.add(tool);
    }
  }

  /** Ignores everything that follows. */
  void endsAt(String reason) {
    if (limit == null) {
      limit = reason;
    }
  }

  boolean isFull() {
    return limit != null;
  }

  RemoteToolList list() {
    var remarks = new ArrayList<String>();
    if (unusable > 0) {
      remarks.add(
          unusable + (unusable == 1 ? " tool is" : " tools are") + " unusable: " + firstReason);
    }
    if (limit != null) {
      remarks.add("the list has " + limit + ", so bub uses the first " + tools.size());
    }
    return new RemoteToolList(tools, remarks);
  }
}
