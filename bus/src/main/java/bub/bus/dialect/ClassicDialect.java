package bub.bus.dialect;

import bub.bus.openrpc.ClassicDescription;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Initialize;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Pattern;
import bub.protocol.SendResult;
import bub.protocol.TopicMessage;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Oldest dialect, at {@code /v1}: {@code sendMessage} in both directions. Its subscribers are
 * interceptors: they see a message before its recipients, one after the other, and may halt it.
 */
final class ClassicDialect implements WireFormat {
  private static final int ALREADY_INITIALIZED = -32001;
  private static final int INVALID_CLIENT_INFO = -32002;
  private static final int ALREADY_SUBSCRIBED = -32003;
  private static final int SUBSCRIPTION_NOT_FOUND = -32004;
  private static final List<String> TOPICS = List.of("inbound:*", "outbound:*", "agent:*");

  @Override
  public String path() {
    return "/v1";
  }

  @Override
  public String name() {
    return "classic";
  }

  @Override
  public JsonValue description() {
    return ClassicDescription.DOCUMENT;
  }

  @Override
  public boolean intercepts() {
    return true;
  }

  @Override
  public boolean takesNotices() {
    return true;
  }

  @Override
  public Initialize readInitialize(@Nullable RawJson params) throws RpcException {
    try {
      return Initialize.read(params);
    } catch (InvalidField invalid) {
      throw new RpcException(
          RpcError.of(INVALID_CLIENT_INFO, "Invalid client info: " + invalid.getMessage()));
    }
  }

  @Override
  public Pattern readSubscription(@Nullable RawJson params) throws RpcException {
    String topic;
    try {
      topic = TopicMessage.Subscription.read(params).topic();
    } catch (InvalidField missing) {
      throw new RpcException(RpcError.invalidRequest(String.valueOf(missing.getMessage())));
    }
    Pattern.check("topic", topic);
    return Pattern.orPrefix(topic);
  }

  @Override
  public Envelope readMessage(@Nullable RawJson params, Address self, Supplier<MessageId> newId)
      throws RpcException {
    if (lacksATopic(params)) {
      throw new RpcException(RpcError.invalidRequest("topic: is missing"));
    }
    TopicMessage message = TopicMessage.read(params);
    return new Envelope(self, message.topic(), newId.get(), message.payload());
  }

  private static boolean lacksATopic(@Nullable RawJson params) {
    if (params == null) {
      return true;
    }
    return params.isObject() ? !params.fields().has("topic") : params.elements().isEmpty();
  }

  @Override
  public JsonValue initialized(String serverId) {
    return InitializeResults.byTopic(serverId, false, TOPICS);
  }

  @Override
  public JsonValue sent(SendResult result) {
    return new TopicMessage.Verdict(result.acks().stream().allMatch(Ack::success), false);
  }

  @Override
  public JsonValue halted(MessageId id, Address by, Ack ack) {
    return new TopicMessage.Verdict(ack.success(), true);
  }

  @Override
  public RpcError notInitialized() {
    return RpcError.invalidRequest("call initialize first");
  }

  @Override
  public RpcError alreadyInitialized(Address self) {
    return RpcError.of(ALREADY_INITIALIZED, "Already initialized as " + self);
  }

  @Override
  public @Nullable RpcError alreadySubscribed(String pattern) {
    return RpcError.of(ALREADY_SUBSCRIBED, "Already subscribed: " + pattern);
  }

  @Override
  public RpcError subscriptionNotFound(String pattern) {
    return RpcError.of(SUBSCRIPTION_NOT_FOUND, "Subscription not found: " + pattern);
  }

  @Override
  public String deliveryMethod() {
    return Methods.SEND_MESSAGE;
  }

  @Override
  public JsonValue delivery(Envelope envelope) {
    return new TopicMessage(envelope.to(), envelope.payload());
  }

  @Override
  public Ack readAck(RawJson answer) {
    return TopicMessage.Verdict.read(answer).success() ? Ack.ok("ok") : Ack.failed("failed");
  }

  @Override
  public boolean halts(RawJson answer) {
    return TopicMessage.Verdict.read(answer).stopPropagation();
  }
}
