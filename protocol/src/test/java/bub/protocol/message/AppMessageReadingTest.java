package bub.protocol.message;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.RawJson;
import bub.protocol.Address;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppMessageReadingTest {
  @Test
  void ignoresFieldsItDoesNotKnow() {
    assertThat(
            read(
                """
                {"type": "configure", "v": 2, "content": {"talkto": "tg:1", "mood": ["fine"]}}
                """))
        .isEqualTo(new Configure(new Address("tg:1")));
  }

  @Test
  void anOptionalFieldThatIsNullIsAbsent() {
    assertThat(
            read(
                """
                {"type": "tg_message", "content": {"text": "", "senderId": "1", "channel": "web",
                 "username": null, "full_name": null, "chat_type": null, "message_id": null,
                 "reply_to": null, "attachments": null}}
                """))
        .isEqualTo(ChatMessage.of("", "1", new Channel("web")));
    assertThat(
            read(
                """
                {"type": "tg_reply", "chat_id": null, "reply_to_message_id": null,
                 "content": {"text": "hi", "channel": "web"}}
                """))
        .isEqualTo(new ChatReply("hi", new Channel("web"), null, null));
  }

  @Test
  void aChatMessageNeedsOnlyItsText() {
    assertThat(read("{\"type\":\"tg_message\",\"content\":{\"text\":\"hello\"}}"))
        .isEqualTo(ChatMessage.of("hello"));
    assertThat(read("{\"type\":\"tg_reply\",\"content\":{\"text\":\"hi\"}}"))
        .isEqualTo(new ChatReply("hi", null, null, null));
  }

  @Test
  void anEventMayHaveAnyNameAndNoData() {
    var event =
        (AgentEvent) read("{\"type\":\"agent_event\",\"content\":{\"event\":\"Config updated\"}}");

    assertThat(event).isEqualTo(new AgentEvent("Config updated", RawJson.EMPTY_OBJECT));
    assertThat(event.kind()).isEqualTo(AgentEvent.Kind.OTHER);
  }

  @Test
  void noAttachmentsAreTheSameAsAnEmptyList() {
    var message =
        (ChatMessage)
            read(
                """
                {"type": "tg_message",
                 "content": {"text": "", "senderId": "1", "channel": "web", "attachments": []}}
                """);
    assertThat(message.attachments()).isEqualTo(List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"content\":5}", "{\"type\":null,\"content\":5}"})
  void aPayloadWithoutATypeIsUnknown(String payload) {
    assertThat(read(payload)).isEqualTo(new UnknownMessage(null, raw("5")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"route_query", "TG_MESSAGE", "tg_message ", ""})
  void aTypeThatIsNotOursIsUnknownAndItsContentFree(String type) {
    assertThat(read("{\"type\":\"" + type + "\",\"content\":[null]}"))
        .isEqualTo(new UnknownMessage(type, raw("[null]")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spawn_request",
        "spawn_result",
        "route_assigned",
        "configure",
        "tg_message",
        "tg_reply",
        "delivery_status",
        "agent_event",
        "agent_message"
      })
  void aTypeOfOursNeedsContentThatIsAnObject(String type) {
    for (String content : new String[] {"", ",\"content\":null", ",\"content\":\"hi\""}) {
      assertThat(refusedBy(() -> read("{\"type\":\"" + type + "\"" + content + "}")))
          .isEqualTo("content");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "spawn_request|{}|chat_id",
        "spawn_request|{'chat_id':1,'channel':'web'}|chat_id",
        "spawn_request|{'chat_id':'..','channel':'web'}|chat_id",
        "spawn_request|{'chat_id':'1\\n','channel':'web'}|chat_id",
        "spawn_request|{'chat_id':'1'}|channel",
        "spawn_request|{'chat_id':'1','channel':'a/b'}|channel",
        "spawn_request|{'chat_id':'1','channel':'web','channel_type':7}|channel_type",
        "spawn_result|{}|success",
        "spawn_result|{'success':'yes'}|success",
        "spawn_result|{'success':true,'client_id':'a'}|status",
        "spawn_result|{'success':true,'client_id':'a','status':'failed'}|status",
        "spawn_result|{'success':false,'error':'e','status':'running'}|status",
        "spawn_result|{'success':true,'client_id':'a','status':'Running'}|status",
        "spawn_result|{'success':true,'status':'running'}|client_id",
        "spawn_result|{'success':true,'client_id':'a b','status':'running'}|client_id",
        "spawn_result|{'success':false,'status':'failed'}|error",
        "spawn_result|{'success':false,'status':'failed','error':'e','client_id':1}|client_id",
        "route_assigned|{'channel':'web','agent_id':'a'}|chat_id",
        "route_assigned|{'chat_id':'1','agent_id':'a'}|channel",
        "route_assigned|{'chat_id':'1','channel':'web'}|agent_id",
        "route_assigned|{'chat_id':'1','channel':'web','agent_id':''}|agent_id",
        "configure|{}|talkto",
        "configure|{'talkto':'a','talkto':'b'}|talkto",
        "configure|{'talkto':'\\u0000'}|talkto",
        "tg_message|{'senderId':'1','channel':'web'}|text",
        "tg_message|{'text':'t','senderId':1,'channel':'web'}|senderId",
        "tg_message|{'text':'t','channel':7}|channel",
        "tg_message|{'text':'t','channel':'../web'}|channel",
        "tg_message|{'text':'t','senderId':'1','channel':'web','username':{}}|username",
        "tg_message|{'text':'t','senderId':'1','channel':'web','full_name':1}|full_name",
        "tg_message|{'text':'t','senderId':'1','channel':'web','chat_type':1}|chat_type",
        "tg_message|{'text':'t','senderId':'1','channel':'web','message_id':[]}|message_id",
        "tg_message|{'text':'t','senderId':'1','channel':'web','reply_to':true}|reply_to",
        "tg_message|{'text':'t','senderId':'1','channel':'web','attachments':{}}|attachments",
        "tg_message|{'text':'t','senderId':'1','channel':'web','attachments':[{},1]}|attachments[1]",
        "tg_reply|{'channel':'web'}|text",
        "tg_reply|{'text':'t','channel':7}|channel",
        "delivery_status|{'status':'failed'}|message_id",
        "delivery_status|{'message_id':'','status':'failed'}|message_id",
        "delivery_status|{'message_id':'m'}|status",
        "delivery_status|{'message_id':'m','status':'FAILED'}|status",
        "delivery_status|{'message_id':'m','status':'failed','error':1}|error",
        "agent_event|{'data':{}}|event",
        "agent_event|{'event':7,'data':{}}|event",
        "agent_event|{'event':'typing','data':[]}|data",
        "agent_message|{}|text",
        "agent_message|{'text':null}|text"
      })
  void aFieldThatIsMissingOrDoesNotFitNamesItself(String type, String content, String field) {
    String json = "{'type':'" + type + "','content':" + content + "}";
    assertThat(refusedBy(() -> read(json.replace('\'', '"')))).isEqualTo("content." + field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"chat_id", "reply_to_message_id"})
  void aFieldBesideTheContentNamesItself(String name) {
    String json = "{'type':'tg_reply','" + name + "':5,'content':{'text':'t','channel':'web'}}";
    assertThat(refusedBy(() -> read(json.replace('\'', '"')))).isEqualTo(name);
  }

  @Test
  void aRefusalSaysWhatWouldDo() {
    assertThatThrownBy(
            () ->
                read(
                    "{\"type\":\"delivery_status\","
                        + "\"content\":{\"message_id\":\"m\",\"status\":\"x\"}}"))
        .hasMessage("content.status: must be one of accepted, delivered, failed");
  }

  @Test
  void aTypeThatIsNoStringOrStandsTwiceIsRefused() {
    assertThat(refusedBy(() -> read("{\"type\":1}"))).isEqualTo("type");
    assertThat(refusedBy(() -> read("{\"type\":\"a\",\"type\":\"b\"}"))).isEqualTo("type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null", "\"tg_message\"", "1"})
  void aPayloadIsAnObject(String payload) {
    assertThat(refusedBy(() -> read(payload))).isEqualTo("payload");
  }

  private static AppMessage read(String payload) {
    return AppMessage.read(raw(payload));
  }
}
