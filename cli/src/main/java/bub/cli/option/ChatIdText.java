package bub.cli.option;

import bub.json.InvalidField;
import bub.protocol.message.ChatId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts a chat id, such as {@code me}. */
public final class ChatIdText implements ITypeConverter<String> {
  @Override
  public String convert(String text) {
    try {
      return ChatId.check("id", text).value();
    } catch (InvalidField wrong) {
      throw new TypeConversionException(
          "'" + text + "' is not a chat id: use up to 64 letters, digits, '_', '.' and '-'");
    }
  }
}
