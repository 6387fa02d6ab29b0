package bub.cli.option;

import picocli.CommandLine.ITypeConverter;

/** Accepts a whole number from 1. */
public final class PositiveNumber implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    return (int) WholeNumber.parse(text, 1, Integer.MAX_VALUE);
  }
}
