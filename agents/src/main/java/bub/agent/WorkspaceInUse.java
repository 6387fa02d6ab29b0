package bub.agent;

import java.io.IOException;
import java.nio.file.Path;

/** Another agent lives in this workspace; two would answer everything twice. */
public final class WorkspaceInUse extends IOException {
  private static final long serialVersionUID = 1L;

  WorkspaceInUse(Path workspace) {
    super(workspace + " is in use: stop the agent that has it, or name another directory");
  }
}
