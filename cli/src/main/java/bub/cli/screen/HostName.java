package bub.cli.screen;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Accepts a host name or an IP address without a port, and without brackets for IPv6. */
public final class HostName implements ITypeConverter<String> {
  private static final Pattern FORM = Pattern.compile("[^/?#@*:\\s]+|[0-9a-f:.]+");

  @Override
  public String convert(String text) {
    return WordForm.check(FORM, text, "is not a name such as bus.example.com, without a port");
  }
}
