package bub.cli.reach;

import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.client.BusClient;
import bub.client.State;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What a command waits for that goes on until it has enough, or until the bus is done with it. */
public final class UntilEnough {
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

  public UntilEnough(BusClient client) {
    client.onState(
        state -> {
          if (state instanceof State.Stopped(String reason)) {
            end.completeExceptionally(new Refusal(ExitCodes.UNAVAILABLE, reason));
          }
        });
  }

  public void enough() {
    end.complete(null);
  }

  public void await() throws Refusal, InterruptedException {
    try {
      end.get();
    } catch (ExecutionException ended) {
      if (ended.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      throw new IllegalStateException(ended);
    }
  }
}
