package bub.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartialTextOrderTest {
  private final PartialTextOrder order = new PartialTextOrder();

  @Test
  void onlyWhatIsNewerCounts() {
    assertThat(order.isCurrent("m1", 2)).isTrue();
    assertThat(order.isCurrent("m1", 1)).isFalse();
    assertThat(order.isCurrent("m1", 2)).isFalse();
    assertThat(order.isCurrent("m1", 3)).isTrue();
  }

  @Test
  void aNewMessageBeginsAnew() {
    order.isCurrent("m1", 9);
    assertThat(order.isCurrent("m2", 1)).isTrue();
  }

  @Test
  void nothingComesAfterTheAnswer() {
    order.answered("m1");
    assertThat(order.isCurrent("m1", 1)).isFalse();
  }

  @Test
  void remembersOnlySoManyAnswers() {
    for (int i = 0; i <= 256; i++) {
      order.answered("m" + i);
    }
    assertThat(order.isCurrent("m0", 1)).isTrue();
    assertThat(order.isCurrent("m1", 1)).isFalse();
  }
}
