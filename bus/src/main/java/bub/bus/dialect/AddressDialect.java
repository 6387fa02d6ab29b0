package bub.bus.dialect;

import bub.bus.openrpc.AddressDescription;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.Initialize;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Pattern;
import bub.protocol.SendResult;
import bub.protocol.Subscription;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The bus's own protocol, at {@code /}: explicit from and to, one ack for every recipient. */
final class AddressDialect implements Wording {
  private static final List<String> ADDRESSES = List.of("tg:*", "agent:*", "system:*");

  @Override
  public String path() {
    return "/";
  }

  @Override
  public String name() {
    return "address";
  }

  @Override
  public JsonValue description() {
    return AddressDescription.DOCUMENT;
  }

  @Override
  public boolean listensToItself() {
    return true;
  }

  @Override
  public boolean strictTypes() {
    return false;
  }

  @Override
  public boolean intercepts() {
    return false;
  }

  @Override
  public Initialize readInitialize(@Nullable RawJson params) {
    return Initialize.read(params);
  }

  @Override
  public Pattern readSubscription(@Nullable RawJson params) {
    return Subscription.read(params).address();
  }

  @Override
  public Envelope readMessage(@Nullable RawJson params, Address self, Supplier<MessageId> newId) {
    return Envelope.read(params);
  }

  @Override
  public JsonValue initialized(String serverId) {
    return new Initialize.Result(
        serverId, new ClientInfo("bub-bus", ClientInfo.VERSION), true, true, ADDRESSES);
  }

  @Override
  public JsonValue sent(SendResult result) {
    return result;
  }

  @Override
  public JsonValue halted(MessageId id, Address by, Ack ack) {
    return new SendResult(true, id, List.of(Ack.failed("halted by " + by)));
  }

  @Override
  public RpcError notInitialized() {
    return RpcError.of(ErrorCodes.NOT_INITIALIZED, "Not initialized: call initialize first");
  }

  @Override
  public RpcError alreadyInitialized(Address self) {
    return RpcError.invalidRequest("already initialized as " + self);
  }

  @Override
  public @Nullable RpcError alreadySubscribed(String pattern) {
    return null;
  }

  @Override
  public RpcError subscriptionNotFound(String pattern) {
    return RpcError.of(ErrorCodes.SUBSCRIPTION_NOT_FOUND, "Subscription not found: " + pattern);
  }

  @Override
  public String deliveryMethod() {
    return Methods.PROCESS_MESSAGE;
  }

  @Override
  public JsonValue delivery(Envelope envelope) {
    return envelope;
  }

  @Override
  public Ack readAck(RawJson answer) {
    return Ack.read(answer);
  }
}
