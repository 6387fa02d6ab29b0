package bub.cli.connect;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.client.BusClient;
import bub.client.ClientState;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** End of a command that receives: it has received enough, or the client has stopped for good. */
public final class ReceiveLimit {
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

  public ReceiveLimit(BusClient client) {
    client.onState(
        state -> {
          if (state instanceof ClientState.Stopped(String reason)) {
            end.completeExceptionally(new CommandFailure(ExitCodes.UNAVAILABLE, reason));
          }
        });
  }

  public void enough() {
    end.complete(null);
  }

  public void await() throws CommandFailure, InterruptedException {
    try {
      end.get();
    } catch (ExecutionException ended) {
      if (ended.getCause() instanceof CommandFailure refusal) {
        throw refusal;
      }
      throw new IllegalStateException(ended);
    }
  }
}
