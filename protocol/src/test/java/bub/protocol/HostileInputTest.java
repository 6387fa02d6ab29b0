package bub.protocol;

import static bub.protocol.Json.raw;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.message.Payload;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Untrusted input is read, or refused with the name of a field; nothing else may happen. */
class HostileInputTest {
  private static final int ROUNDS = 1_500;

  record Reader(String name, Function<RawJson, JsonValue> read, boolean params, String sample) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Reader> readers() {
    return Stream.of(
        params("Envelope", Envelope::read, "{'from':'a','to':'b','messageId':'m','payload':{}}"),
        params(
            "Initialize",
            Initialize::read,
            "{'clientId':'a','clientInfo':{'name':'n','version':'v'},'authToken':'t'}"),
        params("Subscription", Subscription::read, "{'address':'tg:*'}"),
        params("Receipt.Query", Receipt.Query::read, "{'messageId':'m'}"),
        params(
            "ActivityFilter",
            ActivityFilter::read,
            "{'messageId':'m','since':'2026-02-17T12:00:00Z','beforeId':5,'afterId':1,'limit':9}"),
        result(
            "Ack",
            Ack::read,
            "{'success':true,'message':'m','shouldRetry':true,'retrySeconds':1,'payload':{}}"),
        result(
            "SendResult",
            SendResult::read,
            "{'accepted':true,'messageId':'m','acks':[{'success':true,'payload':{'a':1}}]}"),
        result(
            "Initialize.Result",
            Initialize.Result::read,
            "{'serverId':'s','serverInfo':{'name':'n'},'capabilities':{'subscribe':true,"
                + "'processMessage':true,'addresses':['a','b']}}"),
        result("Ping", PingResult::read, "{'timestamp':'2026-02-17T12:00:00Z'}"),
        result("Metrics", Metrics::read, "{'metrics':{'a':1,'b':-2}}"),
        result(
            "Status",
            Status::read,
            "{'serverId':'s','connections':[{'clientId':'a','connectionId':'c',"
                + "'subscriptions':['a'],'clientInfo':{'name':'n'},'dialect':'address',"
                + "'connectedAt':'2026-02-17T12:00:00Z'}]}"),
        result(
            "ActivityRow",
            ActivityRow::read,
            "{'id':1,'ts':'t','event':'e','messageId':'m','rpcId':'1','payload':{},'error':'x'}"),
        result(
            "ActivityRows",
            ActivityRows::read,
            "{'rows':[{'id':1,'ts':'t','event':'e','messageId':'m'}],'missed':2}"),
        result(
            "Receipt",
            Receipt::read,
            "{'messageId':'m','from':'a','to':'b','status':'pending','deliveries':[{'recipient':"
                + "'r','status':'s','startedAt':'t','ack':{'success':true}}]}"),
        payload("spawn_request", "{'chat_id':'1','channel':'telegram','channel_type':'group'}"),
        payload("spawn_result", "{'success':true,'client_id':'agent:a','status':'running'}"),
        payload("spawn_result", "{'success':false,'status':'failed','error':'e'}"),
        payload("route_assigned", "{'chat_id':'1','channel':'telegram','agent_id':'agent:a'}"),
        payload("configure", "{'talkto':'tg:1'}"),
        payload(
            "tg_message",
            "{'text':'t','senderId':'1','channel':'telegram','username':'u','message_id':'7',"
                + "'reply_to':'6','attachments':[{'kind':'photo'}]}"),
        payload("tg_reply", "{'text':'t','channel':'telegram'}"),
        payload("delivery_status", "{'message_id':'m','status':'failed','error':'e'}"),
        payload("agent_event", "{'event':'typing','data':{}}"),
        payload("agent_message", "{'text':'t'}"),
        payload("something_else", "[1,2]"));
  }

  private static Reader params(String name, Function<RawJson, JsonValue> read, String sample) {
    return new Reader(name, read, true, sample.replace('\'', '"'));
  }

  private static Reader result(String name, Function<RawJson, JsonValue> read, String sample) {
    return new Reader(name, read, false, sample.replace('\'', '"'));
  }

  private static Reader payload(String type, String content) {
    String beside = ",'from':'a','timestamp':'2026-02-17T12:00:00Z','messageId':'m','chat_id':'1'";
    String sample = "{'type':'" + type + "'" + beside + ",'content':" + content + "}";
    return new Reader("Payload " + type, Payload::read, false, sample.replace('\'', '"'));
  }

  @ParameterizedTest
  @MethodSource("readers")
  void theSampleItselfIsAccepted(Reader reader) {
    assertThat(reader.read().apply(raw(reader.sample()))).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("readers")
  void isReadOrRefusedAndWhatIsReadComesBack(Reader reader) {
    Seed seed = Seed.given();
    Random random = seed.random();
    var json = new RandomJson(random);
    List<String> names = List.copyOf(Json.tree(reader.sample()).propertyNames());
    for (int i = 0; i < ROUNDS; i++) {
      String text =
          switch (random.nextInt(4)) {
            case 0 -> json.object(3, names);
            case 1 -> reader.params() ? json.array(3) : json.value(3);
            default -> json.spoiled(reader.sample());
          };
      check(reader, text, seed);
    }
  }

  private static void check(Reader reader, String text, Seed seed) {
    JsonValue value;
    try {
      value = reader.read().apply(raw(text));
    } catch (InvalidField refused) {
      return;
    } catch (RuntimeException escaped) {
      throw new AssertionError(reader + " let it through: " + text + ", " + seed, escaped);
    }
    assertThat(reader.read().apply(value.toRaw())).as("%s, %s", text, seed).isEqualTo(value);
  }
}
