package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.gateway.caller.Caller;
import bub.gateway.chat.AgentChats;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Addresses that the door sends from on behalf of a caller. Each begins with a fingerprint of the
 * caller, so that its messages are known as its own, also in another session and after a restart.
 */
record CallerAddresses(Caller caller) {
  private static final String INBOX = "mcp:";
  private static final String CHAT = "mcp-";
  private static final int FINGERPRINT_BYTES = 8;
  private static final int CHAT_BYTES = 16;

  /** A principal of an MCP client has its inbox at its own address. */
  Address inbox(String client) {
    return caller.id().value().startsWith(INBOX)
        ? caller.id()
        : new Address(ownPart(INBOX) + hash(FINGERPRINT_BYTES, caller.id() + "\0" + client));
  }

  /** One chat per inbox, agent and conversation. */
  ChatId chat(Address inbox, String agent, String conversation) {
    String key = String.join("\0", inbox.value(), agent, conversation);
    return new ChatId(ownPart(CHAT) + hash(CHAT_BYTES, key));
  }

  /** True for an address that only this caller's requests send from. */
  boolean include(String address) {
    return address.equals(caller.id().value())
        || address.startsWith(ownPart(INBOX))
        || address.startsWith(ownPart(AgentChats.PREFIX + CHAT));
  }

  private String ownPart(String prefix) {
    return prefix + hash(FINGERPRINT_BYTES, caller.id().value()) + "-";
  }

  private static String hash(int bytes, String key) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash, 0, bytes);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
