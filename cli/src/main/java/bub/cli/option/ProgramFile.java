package bub.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts a program that this user can run. */
public final class ProgramFile implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    Path program = InputFile.path(text);
    if (!Files.isRegularFile(program)) {
      throw new TypeConversionException("no such program: " + text);
    }
    if (!Files.isExecutable(program)) {
      throw new TypeConversionException(
          text + " is not executable; to change that: chmod +x " + text);
    }
    return program;
  }
}
