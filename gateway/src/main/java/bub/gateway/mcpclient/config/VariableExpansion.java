package bub.gateway.mcpclient.config;

import bub.json.InvalidField;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Expansion of {@code ${VAR}}, {@code ${VAR:-default}} and {@code ${env:VAR}} in texts. */
final class VariableExpansion {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");
  private static final Pattern KNOWN =
      Pattern.compile("(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);

  private final Function<String, @Nullable String> variables;

  VariableExpansion(Function<String, @Nullable String> variables) {
    this.variables = variables;
  }

  String expand(String field, String text) {
    if (!text.contains("${")) {
      return text;
    }
    Matcher references = REFERENCE.matcher(text);
    var expanded = new StringBuilder();
    while (references.find()) {
      references.appendReplacement(
          expanded, Matcher.quoteReplacement(value(field, references.group(1))));
    }
    return references.appendTail(expanded).toString();
  }

  private String value(String field, String reference) {
    Matcher known = KNOWN.matcher(reference);
    if (!known.matches()) {
      throw new InvalidField(
          field, "bub does not support ${" + reference + "}: use a variable, ${NAME}");
    }
    String set = variables.apply(known.group(1));
    if (set != null) {
      return set;
    }
    if (known.group(2) == null) {
      throw new InvalidField(
          field, "the variable " + known.group(1) + " is not set where bub runs");
    }
    return known.group(2);
  }
}
