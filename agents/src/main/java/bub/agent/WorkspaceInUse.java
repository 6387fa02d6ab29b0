package bub.agent;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown when another agent uses the workspace: two agents would answer every message twice. */
public final class WorkspaceInUse extends IOException {
  private static final long serialVersionUID = 1L;

  WorkspaceInUse(Path workspace) {
    super(workspace + " is in use by another agent. Stop that agent, or choose another directory.");
  }
}
