package bub.channel.telegram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.ManualTime;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SendRateLimiterTest {
  private static final ChatId ADA = new ChatId("7");
  private static final ChatId GROUP = new ChatId("-5");

  private final ManualTime time = new ManualTime();
  private final SendRateLimiter limiter = new SendRateLimiter(TelegramLimits.standard(), time);

  private static ChatId person(int number) {
    return new ChatId(String.valueOf(number));
  }

  @Test
  void oneChatGetsOneMessageASecond() {
    assertThat(limiter.tryEnter(ADA)).isTrue();
    assertThat(limiter.tryEnter(ADA)).isFalse();
    time.advance(Duration.ofMillis(999));
    assertThat(limiter.tryEnter(ADA)).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(limiter.tryEnter(ADA)).isTrue();
  }

  @Test
  void allTogetherGetThirtyASecond() {
    for (int i = 1; i <= 30; i++) {
      assertThat(limiter.tryEnter(person(i))).isTrue();
    }
    assertThat(limiter.tryEnter(person(31))).isFalse();
    time.advance(Duration.ofSeconds(1));
    assertThat(limiter.tryEnter(person(31))).isTrue();
  }

  @Test
  void aGroupGetsTwentyAMinute() {
    for (int i = 0; i < 20; i++) {
      assertThat(limiter.tryEnter(GROUP)).isTrue();
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(limiter.tryEnter(GROUP)).isFalse();
    time.advance(Duration.ofSeconds(40));
    assertThat(limiter.tryEnter(GROUP)).isTrue();
  }

  @Test
  void whoeverMustWaitsForItsTurn() throws Exception {
    limiter.enter(ADA);
    var entered = new AtomicInteger();
    Thread waiter =
        Thread.startVirtualThread(
            () -> {
              try {
                limiter.enter(ADA);
                entered.incrementAndGet();
              } catch (InterruptedException closed) {
                // Then nothing is counted.
              }
            });
    await().until(() -> time.isAwaited(Duration.ofSeconds(1)));
    assertThat(entered).hasValue(0);
    time.advance(Duration.ofSeconds(1));
    waiter.join();
    assertThat(entered).hasValue(1);
  }

  @Test
  void whatIsNotNeededIsLeftOutUnderPressure() {
    limiter.slowDown();
    assertThat(limiter.tryEnter(ADA)).isFalse();
    time.advance(Duration.ofMinutes(1));
    assertThat(limiter.tryEnter(ADA)).isTrue();
  }

  @Test
  void manyChatsAreForgottenWhenTheyAreQuiet() {
    var quick = new SendRateLimiter(TelegramScene.hurried(), time);
    for (int i = 0; i < 5_000; i++) {
      assertThat(quick.tryEnter(person(i))).isTrue();
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(quick.size()).isLessThan(2_001);
  }
}
