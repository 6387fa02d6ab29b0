package bub.cli.option;

import bub.protocol.Address;
import bub.protocol.MessageId;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter for text of a certain form, which it returns unchanged. */
public abstract class ValidText implements ITypeConverter<String> {
  private final Predicate<String> valid;
  private final String form;

  protected ValidText(Predicate<String> valid, String form) {
    this.valid = valid;
    this.form = form;
  }

  @Override
  public String convert(String text) {
    if (valid.test(text)) {
      return text;
    }
    throw new TypeConversionException("'" + text + "' is not " + form);
  }

  /** Accepts a bus address, such as {@code agent:worker}. */
  public static final class AddressText extends ValidText {
    public AddressText() {
      super(Address::isValid, "an address: use 1 to 256 characters without white space");
    }
  }

  /** Accepts a pattern for addresses, such as {@code tg:*}. */
  public static final class PatternText extends ValidText {
    public PatternText() {
      super(Address::isValid, "a pattern: use 1 to 256 characters without white space");
    }
  }

  public static final class MessageIdText extends ValidText {
    public MessageIdText() {
      super(
          text -> !text.isBlank() && text.length() <= MessageId.MAX_LENGTH,
          "a message id: use 1 to " + MessageId.MAX_LENGTH + " characters");
    }
  }

  /** Accepts the id of a trace: 32 hex digits that are not all zero. */
  public static final class TraceIdText extends LowerCaseText {
    public TraceIdText() {
      super(Pattern.compile("(?!0{32})[0-9a-f]{32}"), "a trace id: use 32 hex digits");
    }
  }

  /** Accepts the host name or the IP address that a server listens on, without a port. */
  public static final class ListenHost extends ValidText {
    public ListenHost() {
      super(
          Pattern.compile("[A-Za-z0-9_.-]+|\\[?[0-9a-fA-F:.]+(%[A-Za-z0-9_.-]+)?]?")
              .asMatchPredicate(),
          "a host such as 127.0.0.1, without a port");
    }
  }

  /** Accepts text in upper or lower case, and returns it in lower case. */
  public abstract static class LowerCaseText extends ValidText {
    protected LowerCaseText(Pattern pattern, String form) {
      super(text -> pattern.matcher(lowerCase(text)).matches(), form);
    }

    @Override
    public final String convert(String text) {
      return lowerCase(super.convert(text));
    }

    private static String lowerCase(String text) {
      return text.strip().toLowerCase(Locale.ROOT);
    }
  }

  /** Accepts a host name or an IP address without a port, and without brackets for IPv6. */
  public static final class HostName extends LowerCaseText {
    public HostName() {
      super(
          Pattern.compile("[^/?#@*:\\s]+|[0-9a-f:.]+"),
          "a name such as bus.example.com, without a port");
    }
  }
}
