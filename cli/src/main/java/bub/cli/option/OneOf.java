package bub.cli.option;

import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts one word of a list. */
public abstract class OneOf implements ITypeConverter<String> {
  private final List<String> words;

  protected OneOf(List<String> words) {
    this.words = words;
  }

  @Override
  public String convert(String text) {
    if (words.contains(text)) {
      return text;
    }
    throw new TypeConversionException("'" + text + "' is not one of " + String.join(", ", words));
  }
}
