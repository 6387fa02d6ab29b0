package bub.protocol.message;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AppMessageShapesTest {
  private static final Channel TELEGRAM = new Channel("telegram");
  private static final ChatId CHAT = new ChatId("123456789");
  private static final Address WORKER = new Address("agent:worker-abc123");

  static Stream<Arguments> shapes() {
    return Stream.of(
        arguments(
            new SpawnRequest(CHAT, TELEGRAM, null),
            "{'type':'spawn_request','content':{'chat_id':'123456789','channel':'telegram'}}"),
        arguments(
            new SpawnRequest(new ChatId("-100"), TELEGRAM, "group"),
            "{'type':'spawn_request','content':"
                + "{'chat_id':'-100','channel':'telegram','channel_type':'group'}}"),
        arguments(
            new SpawnResult.Running(WORKER),
            "{'type':'spawn_result','content':"
                + "{'success':true,'client_id':'agent:worker-abc123','status':'running'}}"),
        arguments(
            new SpawnResult.Failed(WORKER, "did not connect"),
            "{'type':'spawn_result','content':{'success':false,'client_id':'agent:worker-abc123',"
                + "'status':'failed','error':'did not connect'}}"),
        arguments(
            new SpawnResult.Failed(null, "bad chat"),
            "{'type':'spawn_result','content':"
                + "{'success':false,'status':'failed','error':'bad chat'}}"),
        arguments(
            new RouteAssigned(CHAT, TELEGRAM, WORKER),
            "{'type':'route_assigned','content':{'chat_id':'123456789','channel':'telegram',"
                + "'agent_id':'agent:worker-abc123'}}"),
        arguments(
            new Configure(new Address("tg:123456789")),
            "{'type':'configure','content':{'talkto':'tg:123456789'}}"),
        arguments(ChatMessage.of("hello"), "{'type':'tg_message','content':{'text':'hello'}}"),
        arguments(
            ChatMessage.of("hello", "42", TELEGRAM),
            "{'type':'tg_message','content':"
                + "{'text':'hello','senderId':'42','channel':'telegram'}}"),
        arguments(
            new ChatMessage(
                "look",
                "42",
                TELEGRAM,
                "ada",
                "Ada L.",
                "private",
                "7",
                "6",
                List.of(raw("{\"kind\":\"photo\"}"), raw("{}"))),
            "{'type':'tg_message','content':{'text':'look','senderId':'42','channel':'telegram',"
                + "'username':'ada','full_name':'Ada L.','chat_type':'private','message_id':'7',"
                + "'reply_to':'6','attachments':[{'kind':'photo'},{}]}}"),
        arguments(
            new ChatReply("hi", null, null, null), "{'type':'tg_reply','content':{'text':'hi'}}"),
        arguments(
            new ChatReply("hi", TELEGRAM, null, null),
            "{'type':'tg_reply','content':{'text':'hi','channel':'telegram'}}"),
        arguments(
            new ChatReply("hi", TELEGRAM, CHAT, "7"),
            "{'type':'tg_reply','chat_id':'123456789','reply_to_message_id':'7',"
                + "'content':{'text':'hi','channel':'telegram'}}"),
        arguments(
            new DeliveryStatus(new MessageId("msg_1"), DeliveryStatus.Status.DELIVERED, null),
            "{'type':'delivery_status','content':{'message_id':'msg_1','status':'delivered'}}"),
        arguments(
            new DeliveryStatus(new MessageId("msg_1"), DeliveryStatus.Status.FAILED, "blocked"),
            "{'type':'delivery_status','content':"
                + "{'message_id':'msg_1','status':'failed','error':'blocked'}}"),
        arguments(
            new AgentEvent(AgentEvent.Kind.TOOL_CALL, raw("{\"tool\":\"search\"}")),
            "{'type':'agent_event','content':{'event':'tool_call','data':{'tool':'search'}}}"),
        arguments(
            new AgentEvent("Config updated", raw("{\"by\":\"ops\"}")),
            "{'type':'agent_event','content':{'event':'Config updated','data':{'by':'ops'}}}"),
        arguments(new AgentMessage("hi"), "{'type':'agent_message','content':{'text':'hi'}}"),
        arguments(
            new UnknownMessage("lobby_register", raw("{\"capabilities\":[]}")),
            "{'type':'lobby_register','content':{'capabilities':[]}}"),
        arguments(new UnknownMessage("bare", null), "{'type':'bare'}"),
        arguments(new UnknownMessage(null, raw("[1]")), "{'content':[1]}"),
        arguments(new UnknownMessage(null, null), "{}"));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void isWrittenAsDocumented(AppMessage message, String payload) {
    assertThat(tree(Payload.of(message))).isEqualTo(tree(payload.replace('\'', '"')));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void isReadAsDocumented(AppMessage message, String payload) {
    assertThat(AppMessage.read(raw(payload.replace('\'', '"')))).isEqualTo(message);
  }

  @ParameterizedTest
  @EnumSource
  void everyDeliveryStatusIsAWordInSmallLetters(DeliveryStatus.Status status) {
    var message = new DeliveryStatus(new MessageId("m"), status, null);
    assertThat(AppMessage.read(Payload.of(message).toRaw())).isEqualTo(message);
  }

  @Test
  void theWordsAreTheDocumentedOnes() {
    assertThat(Stream.of(DeliveryStatus.Status.values()).map(EnumWords::of))
        .containsExactly("accepted", "delivered", "failed");
    assertThat(Stream.of(AgentEvent.Kind.values()).map(EnumWords::of))
        .containsExactly(
            "spawned",
            "stopped",
            "failed",
            "typing",
            "partial",
            "tool_call",
            "step",
            "activity",
            "other");
  }

  @ParameterizedTest
  @EnumSource
  void everyAgentEventComesBack(AgentEvent.Kind kind) {
    var message = new AgentEvent(kind, RawJson.EMPTY_OBJECT);
    assertThat(AppMessage.read(Payload.of(message).toRaw())).isEqualTo(message);
    assertThat(message.kind()).isEqualTo(kind);
  }
}
