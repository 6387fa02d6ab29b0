package bub.cli;

import bub.cli.screen.Screen;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Option values from {@code BUB_…} variables, or else from the config file. */
final class OptionDefaults implements IDefaultValueProvider {
  private final Function<String, @Nullable String> environment;
  private final ConfigFile config;

  OptionDefaults(Function<String, @Nullable String> environment, ConfigFile config) {
    this.environment = environment;
    this.config = config;
  }

  static boolean isOption(String name) {
    return hasOption(
        CommandSpec.forAnnotatedObject(BubCommand.class, new CommandFactory(Screen.standard())),
        name);
  }

  private static boolean hasOption(CommandSpec command, String name) {
    return command.options().stream().anyMatch(option -> name(option).equals(name))
        || command.subcommands().values().stream()
            .anyMatch(child -> hasOption(child.getCommandSpec(), name));
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
      return null;
    }
    String name = name(option);
    String value = environment.apply("BUB_" + name.toUpperCase(Locale.ROOT).replace('-', '_'));
    return value != null ? value : config.get(name);
  }

  private static String name(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }
}
