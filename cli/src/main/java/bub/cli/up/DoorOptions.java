package bub.cli.up;

import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.gateway.DoorName;
import bub.gateway.a2a.A2aSettings;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the protocols that other programs can use on the port of the web console. */
@InSection(Section.CONSOLE)
final class DoorOptions {
  private static final String NONE = "none";

  /** One door, or the word none. */
  private record Choice(@Nullable DoorName door) {}

  /** Accepts the name of a door, or none. */
  private static final class ChoiceText implements ITypeConverter<Choice> {
    @Override
    public Choice convert(String text) {
      String word = text.strip().toLowerCase(Locale.ROOT);
      for (DoorName door : DoorName.values()) {
        if (door.word().equals(word)) {
          return new Choice(door);
        }
      }
      if (word.equals(NONE)) {
        return new Choice(null);
      }
      throw new TypeConversionException(
          "'" + text + "' is not a door: use " + names() + " or " + NONE);
    }

    private static String names() {
      return String.join(", ", List.of(DoorName.values()).stream().map(DoorName::word).toList());
    }
  }

  @Option(
      names = "--doors",
      split = ",",
      paramLabel = "NAME",
      converter = ChoiceText.class,
      description =
          "Let programs that speak other protocols in, on the port of the web console: a2a, mcp,"
              + " openai, hooks; or none (default: all, if the console listens on this machine"
              + " only).")
  private @Nullable List<Choice> choices;

  @Option(
      names = "--a2a-allow-private",
      description =
          "Let A2A call webhooks and remote agents at private addresses (default: only public"
              + " addresses).")
  private boolean allowsPrivate;

  boolean allowsPrivate() {
    return allowsPrivate;
  }

  A2aSettings a2a(Path stateDirectory) {
    return A2aSettings.in(stateDirectory, allowsPrivate);
  }

  Set<DoorName> doors(boolean isLoopback) {
    List<Choice> given = choices;
    if (given == null) {
      return isLoopback ? EnumSet.allOf(DoorName.class) : Set.of();
    }
    var chosen = EnumSet.noneOf(DoorName.class);
    for (Choice choice : given) {
      DoorName door = choice.door();
      if (door != null) {
        chosen.add(door);
      }
    }
    return chosen;
  }
}
