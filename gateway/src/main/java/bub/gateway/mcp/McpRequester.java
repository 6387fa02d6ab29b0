package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.gateway.caller.Caller;
import bub.protocol.Address;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
  private static final String PREFIX = "mcp:";
  private static final int ID_BYTES = 8;

  static McpRequester in(McpSession session, Caller caller) {
    return new McpRequester(
        caller, session.inbox(), session.features(), session.logLevel(), session);
  }

  static McpRequester of(StatelessEnvelope envelope, Caller caller) {
    return new McpRequester(
        caller,
        inbox(caller, envelope.clientName()),
        envelope.features(),
        envelope.logLevel(),
        null);
  }

  McpResults results() {
    return session == null ? McpResults.STATELESS : McpResults.WITH_SESSIONS;
  }

  /** A principal of an MCP client has its inbox at its own address. */
  static Address inbox(Caller caller, String client) {
    if (caller.id().value().startsWith(PREFIX)) {
      return caller.id();
    }
    try {
      byte[] key = (caller.id() + "\0" + client).getBytes(UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
      return new Address(PREFIX + HexFormat.of().formatHex(hash, 0, ID_BYTES));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
