package bub.cli.budget;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import bub.bus.policy.AtomicFile;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.json.PositionedJson.Misplaced;
import bub.system.budget.BudgetRules;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** File {@code budgets.json}, which one command at a time changes. */
record BudgetsFile(Path path) {
  static BudgetsFile in(Path stateDirectory) {
    return new BudgetsFile(stateDirectory.resolve(BudgetRules.FILE));
  }

  BudgetRules read() throws IOException, CommandFailure {
    try {
      return BudgetRules.parse(Files.readAllBytes(path));
    } catch (NoSuchFileException missing) {
      return BudgetRules.NONE;
    } catch (Misplaced wrong) {
      throw new CommandFailure(
          ExitCodes.CONFIG, path + ", " + wrong.getMessage(), "Correct the file and try again.");
    }
  }

  /** Refuses rules that could not be read again, such as too many. */
  private void check(BudgetRules rules) throws CommandFailure {
    try {
      BudgetRules.parse(rules.text().getBytes(UTF_8));
    } catch (Misplaced wrong) {
      throw new CommandFailure(ExitCodes.CONFIG, path + " would be invalid: " + wrong.getMessage());
    }
  }

  /** Returns false when nothing changed. */
  boolean update(UnaryOperator<BudgetRules> change) throws IOException, CommandFailure {
    Path guard = path.resolveSibling(path.getFileName() + ".lock");
    try (FileChannel channel = FileChannel.open(guard, CREATE, WRITE, NOFOLLOW_LINKS);
        FileLock _ = channel.lock()) {
      BudgetRules before = read();
      BudgetRules after = change.apply(before);
      if (after.equals(before)) {
        return false;
      }
      check(after);
      try (AtomicFile draft = AtomicFile.of(path, after.text().getBytes(UTF_8))) {
        draft.commit();
      }
      return true;
    }
  }
}
