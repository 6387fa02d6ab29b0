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

/** Format of a dialect: names, JSON shapes and error codes. Stateless. */
interface WireFormat {
  String path();

  String name();

  /** Returns the methods, formats and errors of this dialect as an OpenRPC document. */
  JsonValue description();

  default boolean listensToItself() {
    return false;
  }

  /** True when a peer may send only the types of its role. */
  default boolean strictTypes() {
    return false;
  }

  /** True when subscribers see messages first, one after the other, and may halt them. */
  default boolean intercepts() {
    return false;
  }

  default Initialize readInitialize(@Nullable RawJson params) throws RpcException {
    return Initialize.read(params);
  }

  Pattern readSubscription(@Nullable RawJson params) throws RpcException;

  /** Reads a message. {@code newId} creates a message id when the dialect has none. */
  Envelope readMessage(@Nullable RawJson params, Address self, Supplier<MessageId> newId)
      throws RpcException;

  /** True when peers may send messages without an answer, with {@code notify}. */
  default boolean takesNotices() {
    return false;
  }

  default Envelope readNotice(@Nullable RawJson params, Address self, Supplier<MessageId> newId)
      throws RpcException {
    return readMessage(params, self, newId);
  }

  JsonValue initialized(String serverId);

  JsonValue sent(SendResult result);

  JsonValue halted(MessageId id, Address by, Ack ack);

  default RpcError notInitialized() {
    return RpcError.of(ErrorCodes.NOT_INITIALIZED, "Not initialized: call initialize first");
  }

  default RpcError alreadyInitialized(Address self) {
    return RpcError.invalidRequest("already initialized as " + self);
  }

  /** Returns null when a repeated subscription is allowed. */
  default @Nullable RpcError alreadySubscribed(String pattern) {
    return null;
  }

  default RpcError subscriptionNotFound(String pattern) {
    return RpcError.of(ErrorCodes.SUBSCRIPTION_NOT_FOUND, "Subscription not found: " + pattern);
  }

  default String deliveryMethod() {
    return Methods.PROCESS_MESSAGE;
  }

  JsonValue delivery(Envelope envelope);

  Ack readAck(RawJson answer);

  /** True when this answer halts the message. Used for intercepting dialects only. */
  default boolean halts(RawJson answer) {
    return false;
  }
}
