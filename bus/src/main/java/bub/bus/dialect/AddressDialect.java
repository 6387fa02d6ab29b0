package bub.bus.dialect;

import bub.bus.openrpc.AddressDescription;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.Envelope;
import bub.protocol.Initialize;
import bub.protocol.MessageId;
import bub.protocol.NotifyParams;
import bub.protocol.Pattern;
import bub.protocol.SendResult;
import bub.protocol.Subscription;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Native dialect of the bus, at {@code /}: explicit from and to, one ack per recipient. */
final class AddressDialect implements WireFormat {
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
  public Pattern readSubscription(@Nullable RawJson params) {
    return Subscription.read(params).address();
  }

  @Override
  public Envelope readMessage(@Nullable RawJson params, Address self, Supplier<MessageId> newId) {
    return Envelope.readFrom(self, params);
  }

  @Override
  public boolean takesNotices() {
    return true;
  }

  @Override
  public Envelope readNotice(@Nullable RawJson params, Address self, Supplier<MessageId> newId) {
    return NotifyParams.read(params).complete(self, newId);
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
  public JsonValue delivery(Envelope envelope) {
    return envelope;
  }

  @Override
  public Ack readAck(RawJson answer) {
    return Ack.read(answer);
  }
}
