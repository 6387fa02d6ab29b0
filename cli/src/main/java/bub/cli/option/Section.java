package bub.cli.option;

/** Sections of a help page, in the order in which they are shown. */
public enum Section {
  COMMAND("Options"),
  BUS("Bus options"),
  CONNECTION("Connection options"),
  SECURITY("Security options"),
  AGENTS("Agent options"),
  CONSOLE("Console options"),
  TELEGRAM("Telegram options"),
  LOBBY("Lobby options"),
  CLUSTER("Cluster options"),
  ACTIVITY_LOG("Activity log options"),
  LIMITS("Limits"),
  FILES("Files"),
  COMMON("Common options");

  private final String heading;

  Section(String heading) {
    this.heading = heading;
  }

  public String heading() {
    return heading;
  }
}
