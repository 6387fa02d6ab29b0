package bub.cli.mcp;

import bub.cli.option.ValidText;
import bub.gateway.mcpclient.config.McpServerEntry;
import java.util.regex.Pattern;

/** Converters for the parts of an MCP server on the command line. */
final class McpServerText {
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+:.*");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*");

  private McpServerText() {}

  static final class Name extends ValidText {
    Name() {
      super(
          McpServerEntry::isName,
          "a name: use 1 to 48 letters, digits, '_', '.' and '-', and begin with a letter or"
              + " digit");
    }
  }

  static final class Header extends ValidText {
    Header() {
      super(HEADER.asMatchPredicate(), "a header of the form NAME: VALUE");
    }
  }

  static final class Variable extends ValidText {
    Variable() {
      super(VARIABLE.asMatchPredicate(), "a variable of the form NAME=VALUE");
    }
  }
}
