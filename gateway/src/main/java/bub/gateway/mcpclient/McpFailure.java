package bub.gateway.mcpclient;

/** Failure of an MCP server, with a text for people. */
public final class McpFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** Remedy for the failure. */
  public enum Remedy {
    /** A later attempt may succeed. */
    RETRY,
    /** Somebody must change the configuration or log in. */
    CHANGE_SETTINGS
  }

  private final Remedy remedy;

  public McpFailure(Remedy remedy, String text) {
    super(text);
    this.remedy = remedy;
  }

  static McpFailure passing(String text) {
    return new McpFailure(Remedy.RETRY, text);
  }

  public Remedy remedy() {
    return remedy;
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
