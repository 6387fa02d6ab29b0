package bub.bus.dialect;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.Initialize;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Pattern;
import bub.protocol.SendResult;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All that a dialect is: names, shapes and error codes. What is said is the same in every dialect;
 * this is how it is said. What is not overridden is said as most do. Stateless.
 */
interface WireFormat {
  String path();

  /** For people. */
  String name();

  /** The methods, shapes and errors of this dialect, as an OpenRPC document. */
  JsonValue description();

  // ---- what kind of peer speaks it

  /** Whether a message to the own clientId arrives without a subscription. */
  default boolean listensToItself() {
    return false;
  }

  /** Whether only the types of the sender's role may be sent. */
  default boolean strictTypes() {
    return false;
  }

  /** Whether a subscriber sees messages first, one after the other, and may halt them. */
  default boolean intercepts() {
    return false;
  }

  // ---- what peers say

  default Initialize readInitialize(@Nullable RawJson params) throws RpcException {
    return Initialize.read(params);
  }

  Pattern readSubscription(@Nullable RawJson params) throws RpcException;

  /** {@code newId} makes a message id where the dialect has none. */
  Envelope readMessage(@Nullable RawJson params, Address self, Supplier<MessageId> newId)
      throws RpcException;

  /** True where peers may send messages without an answer, by {@code notify}. */
  default boolean takesNotices() {
    return false;
  }

  /** As {@link #readMessage}, for the params of {@code notify}. */
  default Envelope readNotice(@Nullable RawJson params, Address self, Supplier<MessageId> newId)
      throws RpcException {
    return readMessage(params, self, newId);
  }

  // ---- what the bus answers

  JsonValue initialized(String serverId);

  JsonValue sent(SendResult result);

  /** The answer for a message that {@code by} halted with {@code ack}. */
  JsonValue halted(MessageId id, Address by, Ack ack);

  default RpcError notInitialized() {
    return RpcError.of(ErrorCodes.NOT_INITIALIZED, "Not initialized: call initialize first");
  }

  default RpcError alreadyInitialized(Address self) {
    return RpcError.invalidRequest("already initialized as " + self);
  }

  /** Null when subscribing twice is fine. */
  default @Nullable RpcError alreadySubscribed(String pattern) {
    return null;
  }

  default RpcError subscriptionNotFound(String pattern) {
    return RpcError.of(ErrorCodes.SUBSCRIPTION_NOT_FOUND, "Subscription not found: " + pattern);
  }

  // ---- how a message is handed over

  default String deliveryMethod() {
    return Methods.PROCESS_MESSAGE;
  }

  JsonValue delivery(Envelope envelope);

  Ack readAck(RawJson answer);

  /** Whether this answer halts the message; asked of dialects that intercept. */
  default boolean halts(RawJson answer) {
    return false;
  }
}
