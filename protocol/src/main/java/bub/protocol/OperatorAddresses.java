package bub.protocol;

/**
 * Addresses of the people who run bub: the command line and the console. The bus lets only
 * operators send orders ({@code sessions_…}, {@code configure}, {@code spawn_request}) from them.
 */
public final class OperatorAddresses {
  private static final String COMMAND_LINE = "cli:";
  private static final String CONSOLE = "agent:console";

  private OperatorAddresses() {}

  public static boolean contains(Address address) {
    return address.value().startsWith(COMMAND_LINE) || address.value().equals(CONSOLE);
  }
}
