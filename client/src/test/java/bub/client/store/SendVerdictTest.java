package bub.client.store;

import static org.assertj.core.api.Assertions.assertThat;

import bub.client.store.SendVerdict.Delivered;
import bub.client.store.SendVerdict.Hopeless;
import bub.client.store.SendVerdict.Later;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SendVerdictTest {

  private static SendVerdict of(Ack... acks) {
    return SendVerdict.of(new SendResult(true, new MessageId("m"), List.of(acks)));
  }

  @Test
  void deliveredWhenEveryAckIsGood() {
    assertThat(of(Ack.ok(""), Ack.ok(""))).isEqualTo(new Delivered());
  }

  @Test
  void laterWhenNobodyListens() {
    assertThat(of()).isEqualTo(new Later(Duration.ZERO, "nobody listens"));
  }

  @Test
  void laterWhenAnybodyAsksForARetryAndNotBeforeTheSlowestOfThem() {
    assertThat(of(Ack.ok(""), Ack.retryIn(3, "a"), Ack.retryIn(7, "b"), Ack.failed("c")))
        .isEqualTo(new Later(Duration.ofSeconds(7), "b"));
  }

  @Test
  void hopelessWhenAnAckFailedAndNobodyAsksForARetry() {
    assertThat(of(Ack.ok(""), Ack.failed("broken"))).isEqualTo(new Hopeless("broken"));
  }

  @Test
  void laterWhenTheBusDidNotAccept() {
    var result = new SendResult(false, new MessageId("m"), List.of());
    assertThat(SendVerdict.of(result)).isInstanceOf(Later.class);
  }

  @Test
  void hopelessWhenTheMessageItselfIsWrong() {
    assertThat(SendVerdict.of(RpcError.invalidParams("x"))).isInstanceOf(Hopeless.class);
    assertThat(SendVerdict.of(RpcError.invalidRequest("x"))).isInstanceOf(Hopeless.class);
  }

  @Test
  void laterWhenTheBusIsOverloadedOrDraining() throws Exception {
    var data = RawJson.parse("{\"retryAfterMs\": 1500}");
    var overloaded = new RpcError(ErrorCodes.OVERLOADED, "slow down", data);
    assertThat(SendVerdict.of(overloaded))
        .isEqualTo(new Later(Duration.ofMillis(1_500), "slow down"));
    assertThat(SendVerdict.of(RpcError.of(ErrorCodes.DRAINING, "bye")))
        .isEqualTo(new Later(Duration.ZERO, "bye"));
    var odd = new RpcError(ErrorCodes.OVERLOADED, "slow down", RawJson.parse("[1]"));
    assertThat(SendVerdict.of(odd)).isEqualTo(new Later(Duration.ZERO, "slow down"));
  }

  @Test
  void laterOnEveryOtherError() {
    assertThat(SendVerdict.of(RpcError.internalError())).isInstanceOf(Later.class);
    assertThat(SendVerdict.of(RpcError.of(ErrorCodes.NOT_INITIALIZED, "x")))
        .isInstanceOf(Later.class);
  }
}
