package bub.cli;

import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.protocol.ProgramName;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Layout of the help pages: a one-line synopsis and options in sections, 80 columns wide. */
final class HelpPage {
  static final int WIDTH = 80;
  private static final String LINE_BREAK = System.lineSeparator();

  private static final ProgramName PROGRAM = ProgramName.current();

  private HelpPage() {}

  static void applyTo(CommandLine line) {
    Map<String, IHelpSectionRenderer> sections = new HashMap<>(line.getHelpSectionMap());
    sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, HelpPage::synopsis);
    sections.put(UsageMessageSpec.SECTION_KEY_DESCRIPTION_HEADING, _ -> LINE_BREAK);
    sections.put(
        UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING,
        help -> heading("Arguments", !help.commandSpec().positionalParameters().isEmpty()));
    sections.put(
        UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
        help -> heading("Commands", !help.commandSpec().subcommands().isEmpty()));
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, _ -> "");
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpPage::options);
    sections.replaceAll((_, section) -> help -> PROGRAM.in(section.render(help)));
    line.setHelpSectionMap(sections).setUsageHelpWidth(WIDTH);
    CommandLine help = line.getSubcommands().get("help");
    if (help != null) {
      String summary = "Shows the help page of a command.";
      help.getCommandSpec().usageMessage().header(summary).description(summary);
    }
  }

  private static String heading(String text, boolean shown) {
    return shown ? LINE_BREAK + text + ":" + LINE_BREAK : "";
  }

  private static String synopsis(Help help) {
    CommandSpec command = help.commandSpec();
    var words = new ArrayList<>(List.of(command.qualifiedName()));
    command.options().stream()
        .filter(OptionSpec::required)
        .forEach(option -> words.add(option.longestName() + "=" + option.paramLabel()));
    words.add("[OPTIONS]");
    if (!command.subcommands().isEmpty()) {
      words.add(isRunnable(command) ? "[COMMAND]" : "COMMAND");
    }
    for (PositionalParamSpec positional : command.positionalParameters()) {
      words.add(label(help, positional));
    }
    return String.join(" ", words) + LINE_BREAK;
  }

  /** True when the command does something without a subcommand. */
  static boolean isRunnable(CommandSpec command) {
    return command.userObject() instanceof Callable || command.userObject() instanceof Runnable;
  }

  private static String label(Help help, ArgSpec argument) {
    return help.parameterLabelRenderer()
        .renderParameterLabel(argument, Help.Ansi.OFF, List.of())
        .toString();
  }

  private static String options(Help help) {
    var bySection = new EnumMap<Section, List<OptionSpec>>(Section.class);
    for (OptionSpec option : help.commandSpec().options()) {
      if (!option.hidden()) {
        bySection.computeIfAbsent(section(option), _ -> new ArrayList<>()).add(option);
      }
    }
    var page = new StringBuilder();
    bySection.forEach(
        (section, options) -> {
          Help.Layout layout =
              help.createDefaultLayout(help.commandSpec().options(), List.of(), help.colorScheme());
          layout.addAllOptions(options, help.parameterLabelRenderer());
          page.append(heading(section.heading(), true)).append(layout);
        });
    return page.toString();
  }

  private static Section section(OptionSpec option) {
    if (option.inherited() || option.usageHelp() || option.versionHelp() || option.root() != null) {
      return Section.COMMON;
    }
    return option.userObject() instanceof Field field ? section(field) : Section.COMMAND;
  }

  private static Section section(Field field) {
    Section own = named(field);
    Section shared = own == null ? named(field.getDeclaringClass()) : own;
    return shared == null ? Section.COMMAND : shared;
  }

  private static @Nullable Section named(AnnotatedElement element) {
    InSection named = element.getAnnotation(InSection.class);
    return named == null ? null : named.value();
  }
}
