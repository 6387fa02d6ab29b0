package bub.gateway;

import java.util.Locale;

/** Protocols for programs that are not peers of the bus. */
public enum DoorName {
  A2A,
  MCP,
  OPENAI,
  HOOKS;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
