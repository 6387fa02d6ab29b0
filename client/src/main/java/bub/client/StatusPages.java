package bub.client;

import bub.jsonrpc.RpcException;
import bub.protocol.Status;
import java.util.ArrayList;

/** Pages of a status, combined into one. */
final class StatusPages {

  interface Source {
    Status page(Status.Query query) throws RpcException, NoAnswer, InterruptedException;
  }

  private StatusPages() {}

  static Status readAll(Source source) throws RpcException, NoAnswer, InterruptedException {
    Status page = source.page(Status.Query.first());
    var connections = new ArrayList<>(page.connections());
    while (page.next() != null) {
      page = source.page(new Status.Query(page.next(), Status.Query.MAX_LIMIT));
      connections.addAll(page.connections());
    }
    return new Status(page.serverId(), connections);
  }
}
