package bub.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts the Telegram id of a person or a group; group ids are negative. */
public final class TelegramId implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    try {
      return Long.valueOf(text.strip());
    } catch (NumberFormatException notANumber) {
      throw new TypeConversionException("'" + text + "' is not a Telegram id such as 123456789");
    }
  }
}
