package bub.console.http;

/**
 * A parameter in the query of a URL.
 *
 * @param type as JSON schema has it: {@code string}, {@code integer}
 */
public record Param(String name, String type, String meaning) {
  public static Param text(String name, String meaning) {
    return new Param(name, "string", meaning);
  }

  public static Param whole(String name, String meaning) {
    return new Param(name, "integer", meaning);
  }
}
