package bub.cli.budget;

import bub.client.files.SettingsFile;
import bub.system.budget.BudgetRules;
import java.nio.file.Path;

/** Place and format of the file {@code budgets.json}. */
final class BudgetsFile {
  private BudgetsFile() {}

  static SettingsFile<BudgetRules> in(Path stateDirectory) {
    return new SettingsFile<>(
        stateDirectory.resolve(BudgetRules.FILE),
        BudgetRules::parse,
        BudgetRules.NONE,
        BudgetRules::text);
  }
}
