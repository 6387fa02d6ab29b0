package bub.bus.dialect;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Initialize;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import bub.protocol.SendResult;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All that a dialect is: names, shapes and error codes. What is said is the same in every dialect;
 * this is how it is said. Stateless.
 */
interface Wording {
  String path();

  /** For people. */
  String name();

  /** The methods, shapes and errors of this dialect, as an OpenRPC document. */
  JsonValue description();

  // ---- what kind of peer speaks it

  /** Whether a message to the own clientId arrives without a subscription. */
  boolean listensToItself();

  /** Whether only the types of the sender's role may be sent. */
  boolean strictTypes();

  /** Whether a subscriber sees messages first, one after the other, and may halt them. */
  boolean intercepts();

  // ---- what peers say

  Initialize readInitialize(@Nullable RawJson params) throws RpcException;

  Pattern readSubscription(@Nullable RawJson params) throws RpcException;

  /** {@code newId} makes a message id where the dialect has none. */
  Envelope readMessage(@Nullable RawJson params, Address self, Supplier<MessageId> newId)
      throws RpcException;

  // ---- what the bus answers

  JsonValue initialized(String serverId);

  JsonValue sent(SendResult result);

  /** The answer for a message that {@code by} halted with {@code ack}. */
  JsonValue halted(MessageId id, Address by, Ack ack);

  RpcError notInitialized();

  RpcError alreadyInitialized(Address self);

  /** Null when subscribing twice is fine. */
  @Nullable RpcError alreadySubscribed(String pattern);

  RpcError subscriptionNotFound(String pattern);

  // ---- how a message is handed over

  String deliveryMethod();

  JsonValue delivery(Envelope envelope);

  Ack readAck(RawJson answer);

  /** Whether this answer halts the message; asked of dialects that intercept. */
  default boolean halts(RawJson answer) {
    return false;
  }
}
