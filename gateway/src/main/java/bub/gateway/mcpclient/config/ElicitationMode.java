package bub.gateway.mcpclient.config;

/** Source of the answers to the questions of an MCP server. */
public enum ElicitationMode {
  /** Nobody answers, and the server knows that. */
  REFUSE("refuse"),
  /** The defaults that the server offers. */
  DEFAULTS("defaults"),
  /** The caller of the tool. */
  ASK("ask");

  private final String word;

  ElicitationMode(String word) {
    this.word = word;
  }

  /** The word in {@code mcp.json}. */
  public String word() {
    return word;
  }
}
