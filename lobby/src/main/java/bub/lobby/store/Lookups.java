package bub.lobby.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Answers questions one after the other. Reader thread only. */
record Lookups(Path file, Statements statements) implements Desk.Clerk {

  @Override
  public void serve(List<Job<?>> jobs) {
    for (Job<?> job : jobs) {
      try {
        job.run();
        job.succeed();
      } catch (SQLException | RuntimeException failed) {
        statements.prepareAnew();
        job.fail(Trouble.using(file, failed));
      }
    }
  }
}
