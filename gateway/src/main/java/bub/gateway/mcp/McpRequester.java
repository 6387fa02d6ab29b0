package bub.gateway.mcp;

import bub.gateway.caller.Caller;
import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * Client of one request.
 *
 * @param inbox address at which the client gets messages
 * @param logLevel least severity of log messages that the client wants; null for none
 * @param session null when the request stands alone
 */
record McpRequester(
    Caller caller,
    Address inbox,
    ClientFeatures features,
    @Nullable McpLogLevel logLevel,
    @Nullable McpSession session) {
  static McpRequester in(McpSession session, Caller caller) {
    return new McpRequester(
        caller, session.inbox(), session.features(), session.logLevel(), session);
  }

  static McpRequester of(StatelessEnvelope envelope, Caller caller) {
    return new McpRequester(
        caller,
        new CallerAddresses(caller).inbox(envelope.clientName()),
        envelope.features(),
        envelope.logLevel(),
        null);
  }

  McpResults results() {
    return session == null ? McpResults.STATELESS : McpResults.WITH_SESSIONS;
  }
}
