package bub.cli.option;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter for a file that this user can read. */
public final class InputFile implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    Path file = path(text);
    if (!Files.exists(file)) {
      throw new TypeConversionException("no such file: " + text);
    }
    if (Files.isDirectory(file)) {
      throw new TypeConversionException("'" + text + "' is a directory, not a file");
    }
    if (!Files.isReadable(file)) {
      throw new TypeConversionException("this user cannot read " + text);
    }
    return file;
  }

  /** The file need not exist. */
  public static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException malformed) {
      throw new TypeConversionException("'" + text + "' is not a file name");
    }
  }
}
