package bub.cli.hook;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.client.files.InvalidSettings;
import bub.client.files.SettingsFile;
import bub.gateway.hook.Hook;
import bub.gateway.hook.HookRules;
import java.io.IOException;
import java.nio.file.Path;

/** Place and format of the file {@code hooks.json}. */
final class HooksFile {
  private HooksFile() {}

  static SettingsFile<HookRules> in(Path stateDirectory) {
    return new SettingsFile<>(
        stateDirectory.resolve(HookRules.FILE), HookRules::parse, HookRules.NONE, HookRules::text);
  }

  static Hook find(Path stateDirectory, String name)
      throws IOException, CommandFailure, InvalidSettings {
    return in(stateDirectory).read().find(name).orElseThrow(() -> unknown(name));
  }

  static CommandFailure unknown(String name) {
    return new CommandFailure(
        ExitCodes.FAILED, "There is no hook " + name + ".", "To see all hooks:  bub hooks list");
  }
}
