package bub.cli.option;

import bub.protocol.MessageId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts a message id. */
public final class MessageIdText implements ITypeConverter<String> {
  @Override
  public String convert(String text) {
    if (text.isBlank() || text.length() > MessageId.MAX_LENGTH) {
      throw new TypeConversionException(
          "'" + text + "' is not a message id: use 1 to " + MessageId.MAX_LENGTH + " characters");
    }
    return text;
  }
}
