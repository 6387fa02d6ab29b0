package bub.client.agent;

import java.io.IOException;

/** Signals that the bus does not accept an agent any more, so that it cannot go on. */
public final class AgentStopped extends IOException {
  private static final long serialVersionUID = 1L;

  AgentStopped(String message) {
    super(message);
  }
}
