package bub.lobby;

import bub.protocol.Address;
import java.time.Instant;
import java.util.function.Consumer;

/** Registry of a bus that has no other nodes. */
public enum SingleRegistry implements SharedRegistry {
  ALONE;

  private static final Outcome WRITTEN = new Outcome.Written(0);

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public void write(SharedAgent agent, long revision, Consumer<Outcome> done) {
    done.accept(WRITTEN);
  }

  @Override
  public void remove(Address agent, long revision, Consumer<Outcome> done) {
    done.accept(WRITTEN);
  }

  @Override
  public void seen(Address agent, Instant at) {}

  @Override
  public void follow(Replica replica) {}
}
