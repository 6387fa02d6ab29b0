package bub.cli.budget;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.budget.BudgetRequest;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Questions to the keeper of the budgets, and the explanation when there is none. */
record BudgetQueries(BusClient client) {

  <T> T ask(BudgetRequest request, Function<RawJson, T> read)
      throws CommandFailure, RpcException, NoAnswer, InterruptedException {
    List<Ack> acks = client.send(BudgetRequest.ADDRESS, request).acks();
    // Other peers may listen on the address too; only the keeper's answer can be read.
    for (Ack ack : acks) {
      T answer = ack.success() ? tryRead(ack, read) : null;
      if (answer != null) {
        return answer;
      }
    }
    for (Ack ack : acks) {
      if (!ack.success()) {
        throw new CommandFailure(ExitCodes.FAILED, ack.message());
      }
    }
    throw new CommandFailure(
        ExitCodes.UNAVAILABLE,
        "The system agent, which keeps the budgets, is not connected.",
        "To start all of bub:             bub up",
        "To start only the system agent:  bub system-agent");
  }

  private static <T> @Nullable T tryRead(Ack ack, Function<RawJson, T> read) {
    try {
      return read.apply(ack.payload());
    } catch (InvalidField ofAnotherKind) {
      return null;
    }
  }
}
