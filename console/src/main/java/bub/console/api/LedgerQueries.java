package bub.console.api;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.console.http.ApiRefusal;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.budget.BudgetRequest;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Questions to the system agent about its ledger. */
record LedgerQueries(BusClient client) {

  /** Returns null when nobody keeps a ledger. */
  <T> @Nullable T ask(BudgetRequest request, Function<RawJson, T> read)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
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
        throw ack.shouldRetry()
            ? ApiRefusal.busy(ack.message())
            : ApiRefusal.refused(ack.message());
      }
    }
    return null;
  }

  private static <T> @Nullable T tryRead(Ack ack, Function<RawJson, T> read) {
    try {
      return read.apply(ack.payload());
    } catch (InvalidField ofAnotherKind) {
      return null;
    }
  }
}
