package bub.bench.micro;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Message.Request;
import bub.jsonrpc.Message.Response;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of decoding and encoding the two texts of each routed message. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
  private final Codec codec = Codec.standard();
  private final byte[] send =
      ("{\"jsonrpc\":\"2.0\",\"id\":4711,\"method\":\"sendMessage\",\"params\":{\"from\":\"tg:123456789\","
           + "\"to\":\"agent:worker-42\",\"messageId\":\"msg_01J9ZQ4XW\",\"payload\":"
           + "{\"type\":\"tg_message\",\"content\":{\"text\":\""
              + "x".repeat(200)
              + "\"}}}}")
          .getBytes(UTF_8);
  private final byte[] answer =
      ("{\"jsonrpc\":\"2.0\",\"id\":17,\"result\":{\"success\":true,\"message\":\"ok\","
              + "\"shouldRetry\":false,\"retrySeconds\":0,\"payload\":{}}}")
          .getBytes(UTF_8);

  @Benchmark
  public Envelope readSendMessage() {
    if (codec.decode(send) instanceof Request request
        && request.params() instanceof RawJson params) {
      return Envelope.read(params);
    }
    throw refused();
  }

  @Benchmark
  public Object readSendMessageAndType() {
    return String.valueOf(readSendMessage().type());
  }

  @Benchmark
  public Ack readAck() {
    if (codec.decode(answer) instanceof Response response) {
      return Ack.read(response.result().toRaw());
    }
    throw refused();
  }

  @Benchmark
  public int writeProcessMessage() {
    JsonWriter out = JsonWriter.scratch();
    readSendMessage().writeTo(out);
    return out.length();
  }

  private static IllegalStateException refused() {
    return new IllegalStateException("the benchmark's own text was refused");
  }
}
