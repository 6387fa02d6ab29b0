package bub.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RandomTree;
import bub.json.RawJson;
import bub.json.Seed;
import bub.json.Trees;
import bub.jsonrpc.Message.Failure;
import bub.jsonrpc.Message.Notification;
import bub.jsonrpc.Message.Request;
import bub.jsonrpc.Message.Response;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Random messages of our writer, which our codec and Jackson must read alike. */
class CodecRoundTripTest {
  private final Seed seed = Seed.given();
  private final RandomGenerator random = seed.random();
  private final RandomTree trees = new RandomTree(random);

  @Test
  void messagesSurviveWritingAndReading() {
    for (int i = 0; i < 4_000; i++) {
      Message message = message();
      RawJson text = message.toRaw();

      Incoming read = Codec.standard().decode(text.toByteArray());

      assertThat(read).as("%s: %s", seed, text).hasSameClassAs(message);
      assertThat(((Message) read).toRaw()).as("%s", seed).isEqualTo(text);
    }
  }

  @Test
  void jacksonSeesTheSameEnvelope() {
    for (int i = 0; i < 4_000; i++) {
      JsonNode params = random.nextBoolean() ? trees.object(4) : trees.array(4);
      String method = trees.text(12);
      RequestId id = id();
      ObjectNode expected = JsonNodeFactory.instance.objectNode();
      expected.put("jsonrpc", "2.0").set("id", Trees.byJackson(id.toString()));
      expected.put("method", method).set("params", params);

      byte[] text = new Request(id, method, Trees.written(params)).toRaw().toByteArray();

      assertThat(Trees.byJackson(text)).as("%s", seed).isEqualTo(expected);
      assertThat(Codec.standard().decode(text))
          .as("%s", seed)
          .isInstanceOfSatisfying(
              Request.class,
              request -> {
                assertThat(request.id()).isEqualTo(id);
                assertThat(request.method()).isEqualTo(method);
                assertThat(request.params())
                    .isInstanceOfSatisfying(
                        RawJson.class, read -> assertThat(Trees.bySlices(read)).isEqualTo(params));
              });
    }
  }

  private Message message() {
    JsonNode value = trees.value(4);
    return switch (random.nextInt(6)) {
      case 0 -> new Request(id(), trees.text(12), Trees.written(trees.object(4)));
      case 1 -> new Request(id(), trees.text(12), null);
      case 2 -> new Notification(trees.text(12), Trees.written(trees.array(4)));
      case 3 -> new Response(id(), Trees.written(value));
      case 4 -> new Failure(id(), RpcError.of(random.nextInt(), trees.text(20)));
      default ->
          new Failure(id(), new RpcError(random.nextInt(), trees.text(20), Trees.written(value)));
    };
  }

  private RequestId id() {
    return switch (random.nextInt(4)) {
      case 0 -> RequestId.of(random.nextLong() >> random.nextInt(64));
      case 1 -> RequestId.of(trees.text(8));
      case 2 -> new RequestId(RawJson.trusted((random.nextInt(100) + ".50e1").getBytes(UTF_8)));
      default -> RequestId.NULL;
    };
  }
}
