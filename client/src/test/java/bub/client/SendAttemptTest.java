package bub.client;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendAttemptTest {
  private static SendAttempt of(Ack... acks) {
    return SendAttempt.of(new SendResult(true, new MessageId("m"), List.of(acks)));
  }

  @Test
  void noAckMeansNobody() {
    assertThat(of()).isEqualTo(new SendAttempt.NoRecipient());
  }

  @Test
  void theLongestWaitCounts() {
    assertThat(of(Ack.retryIn(5, "a"), Ack.ok("b"), Ack.retryIn(30, "c"), Ack.failed("d")))
        .isEqualTo(new SendAttempt.Retry(Duration.ofSeconds(30), "c"));
  }

  @Test
  void oneRefusalAmongSuccessesIsARefusal() {
    assertThat(of(Ack.ok("a"), Ack.failed("no"))).isEqualTo(new SendAttempt.Refused("no"));
  }

  @Test
  void theFirstAckOfASuccessIsHandedOn() {
    assertThat(of(Ack.ok("a"), Ack.ok("b"))).isEqualTo(new SendAttempt.Delivered(Ack.ok("a")));
  }

  @Test
  void whatTheBusDoesNotAcceptIsTriedAgain() {
    assertThat(SendAttempt.of(new SendResult(false, new MessageId("m"), List.of())))
        .isInstanceOf(SendAttempt.Retry.class);
  }

  @Test
  void anOverloadedBusSaysHowLong() throws Exception {
    var data = RawJson.parse("{\"retryAfterMs\":2500}");
    assertThat(SendAttempt.of(new RpcError(ErrorCodes.OVERLOADED, "slow down", data)))
        .isEqualTo(new SendAttempt.Retry(Duration.ofMillis(2_500), "slow down"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop_detected", "budget_exhausted", "turn_stopped"})
  void whatTheLoopGuardRefusesIsRefusedForGood(String reason) {
    RpcError error = RpcError.of(ErrorCodes.OVERLOADED, "a loop").because(reason);
    assertThat(SendAttempt.of(error)).isEqualTo(new SendAttempt.Refused("a loop"));
  }

  @Test
  void anOverloadForAnotherReasonIsTriedAgain() {
    RpcError error = RpcError.of(ErrorCodes.OVERLOADED, "too fast").because("rate_limited");
    assertThat(SendAttempt.of(error)).isEqualTo(new SendAttempt.Retry(Duration.ZERO, "too fast"));
  }

  @Test
  void whatTheBusCallsInvalidIsRefused() {
    assertThat(SendAttempt.of(RpcError.invalidParams("from: not yours")))
        .isInstanceOf(SendAttempt.Refused.class);
  }
}
