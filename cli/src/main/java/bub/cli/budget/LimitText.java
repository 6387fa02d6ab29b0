package bub.cli.budget;

import bub.protocol.budget.BudgetLimit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter for a limit such as {@code 5usd/day}. */
final class LimitText implements ITypeConverter<BudgetLimit> {
  @Override
  public BudgetLimit convert(String text) {
    try {
      return BudgetLimit.parse(text);
    } catch (IllegalArgumentException wrong) {
      throw new TypeConversionException(String.valueOf(wrong.getMessage()));
    }
  }
}
