package bub.cli.option;

import picocli.CommandLine.ITypeConverter;

/** Accepts a whole number from 0, where 0 usually means no limit. */
public final class NonNegativeNumber implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    return (int) WholeNumber.parse(text, 0, Integer.MAX_VALUE);
  }
}
