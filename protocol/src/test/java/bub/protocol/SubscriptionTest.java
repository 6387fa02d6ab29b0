package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SubscriptionTest {
  @Test
  void isWrittenAndReadAsDocumented() {
    var subscription = new Subscription(Pattern.of("tg:*"));
    assertThat(tree(subscription)).isEqualTo(tree("{\"address\": \"tg:*\"}"));
    assertThat(Subscription.read(raw("{\"address\": \"tg:*\"}"))).isEqualTo(subscription);
    assertThat(Subscription.read(raw("[\"tg:*\"]"))).isEqualTo(subscription);
  }

  @Test
  void theResultSaysSuccess() {
    assertThat(tree(Subscription.SUCCESS)).isEqualTo(tree("{\"success\": true}"));
  }

  @Test
  void refusesAnythingButOneAddress() {
    assertThat(refusedBy(() -> Subscription.read(null))).isEqualTo("address");
    assertThat(refusedBy(() -> Subscription.read(raw("{\"address\":\"\"}")))).isEqualTo("address");
    assertThat(refusedBy(() -> Subscription.read(raw("{\"address\":[\"a\"]}"))))
        .isEqualTo("address");
    assertThat(refusedBy(() -> Subscription.read(raw("{\"topic\":\"a\"}")))).isEqualTo("topic");
    assertThat(refusedBy(() -> Subscription.read(raw("[\"a\",\"b\"]")))).isEqualTo("[1]");
  }
}
