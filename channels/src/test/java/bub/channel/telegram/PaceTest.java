package bub.channel.telegram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.ManualTime;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final ChatId ADA = new ChatId("7");
  private static final ChatId GROUP = new ChatId("-5");

  private final ManualTime time = new ManualTime();
  private final Pace pace = new Pace(TelegramLimits.standard(), time);

  private static ChatId person(int number) {
    return new ChatId(String.valueOf(number));
  }

  @Test
  void oneChatGetsOneMessageASecond() {
    assertThat(pace.tryEnter(ADA)).isTrue();
    assertThat(pace.tryEnter(ADA)).isFalse();
    time.advance(Duration.ofMillis(999));
    assertThat(pace.tryEnter(ADA)).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(pace.tryEnter(ADA)).isTrue();
  }

  @Test
  void allTogetherGetThirtyASecond() {
    for (int i = 1; i <= 30; i++) {
      assertThat(pace.tryEnter(person(i))).isTrue();
    }
    assertThat(pace.tryEnter(person(31))).isFalse();
    time.advance(Duration.ofSeconds(1));
    assertThat(pace.tryEnter(person(31))).isTrue();
  }

  @Test
  void aGroupGetsTwentyAMinute() {
    for (int i = 0; i < 20; i++) {
      assertThat(pace.tryEnter(GROUP)).isTrue();
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(pace.tryEnter(GROUP)).isFalse();
    time.advance(Duration.ofSeconds(40));
    assertThat(pace.tryEnter(GROUP)).isTrue();
  }

  @Test
  void whoeverMustWaitsForItsTurn() throws Exception {
    pace.enter(ADA);
    var entered = new AtomicInteger();
    Thread waiter =
        Thread.startVirtualThread(
            () -> {
              try {
                pace.enter(ADA);
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
    pace.slowDown();
    assertThat(pace.tryEnter(ADA)).isFalse();
    time.advance(Duration.ofMinutes(1));
    assertThat(pace.tryEnter(ADA)).isTrue();
  }

  @Test
  void manyChatsAreForgottenWhenTheyAreQuiet() {
    var quick = new Pace(TelegramScene.hurried(), time);
    for (int i = 0; i < 5_000; i++) {
      assertThat(quick.tryEnter(person(i))).isTrue();
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(quick.size()).isLessThan(2_001);
  }
}
