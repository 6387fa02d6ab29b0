package bub.bus.route;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RoutingTableTest {
  private final RoutingTable routes = new RoutingTable(7);

  @Test
  void findsByAddressByPrefixAndByGlob() {
    Subscriber exact = new Ear("a");
    Subscriber prefix = new Ear("b");
    Subscriber glob = new Ear("c");
    routes.add(Pattern.of("tg:12"), exact);
    routes.add(Pattern.of("tg:*"), prefix);
    routes.add(Pattern.of("tg:?[0-9]"), glob);

    assertThat(routes.to(new Address("tg:12"))).containsExactlyInAnyOrder(exact, prefix, glob);
    assertThat(routes.to(new Address("tg:1"))).containsExactly(prefix);
    assertThat(routes.to(new Address("tg:"))).containsExactly(prefix);
    assertThat(routes.to(new Address("tg"))).isEmpty();
  }

  @Test
  void tellsWhatIsAlreadyThereAndWhatIsNot() {
    Subscriber ear = new Ear("a");
    assertThat(routes.add(Pattern.of("tg:*"), ear)).isTrue();
    assertThat(routes.add(Pattern.of("tg:*"), ear)).isFalse();
    assertThat(routes.remove(Pattern.of("tg:?"), ear)).isFalse();
    assertThat(routes.remove(Pattern.of("tg:*"), ear)).isTrue();
    assertThat(routes.remove(Pattern.of("tg:*"), ear)).isFalse();
  }

  @Test
  void agreesWithAScanThroughManyRandomChanges() {
    long seed = Long.getLong("bub.seed", 20_260_401L);
    var random = new Random(seed);
    List<Ear> ears = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ears.add(new Ear("e" + i));
    }
    Map<Ear, Set<Pattern>> truth = new LinkedHashMap<>();
    for (int step = 0; step < 20_000; step++) {
      Ear ear = ears.get(random.nextInt(ears.size()));
      Pattern pattern = Pattern.of(randomPattern(random));
      Set<Pattern> own = truth.computeIfAbsent(ear, _ -> new LinkedHashSet<>());
      if (random.nextInt(5) < 3) {
        assertThat(routes.add(pattern, ear)).as("seed %d", seed).isEqualTo(own.add(pattern));
      } else {
        assertThat(routes.remove(pattern, ear)).as("seed %d", seed).isEqualTo(own.remove(pattern));
      }
      if (step % 10 == 0) {
        String address = randomText(random);
        Set<Subscriber> expected = new LinkedHashSet<>();
        truth.forEach(
            (who, patterns) -> {
              if (patterns.stream().anyMatch(known -> known.matches(address))) {
                expected.add(who);
              }
            });
        assertThat(routes.to(new Address(address)))
            .as("%s, seed %d", address, seed)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  private static String randomText(Random random) {
    var text = new StringBuilder();
    int length = 1 + random.nextInt(5);
    for (int i = 0; i < length; i++) {
      text.append("ab:\u00e9".charAt(random.nextInt(4)));
    }
    return text.toString();
  }

  private static String randomPattern(Random random) {
    String text = randomText(random);
    return switch (random.nextInt(4)) {
      case 0 -> text;
      case 1 -> text + "*";
      case 2 -> text + "[ab]*";
      default -> "*".repeat(random.nextInt(2)) + text + "?";
    };
  }

  /** A subscriber that never receives a delivery. */
  private static final class Ear extends Subscriber {
    private final Address name;

    Ear(String name) {
      this.name = new Address(name);
    }

    @Override
    public Address clientId() {
      return name;
    }

    @Override
    public long reserveCallId() {
      throw new AssertionError("not here");
    }

    @Override
    public void deliver(Envelope envelope, long callId, Consumer<Reply> done) {
      throw new AssertionError("not here");
    }

    @Override
    public void call(
        Envelope envelope,
        long callId,
        Duration timeout,
        Consumer<RawJson> progress,
        Consumer<Reply> done) {
      throw new AssertionError("not here");
    }

    @Override
    public boolean tell(Envelope envelope) {
      throw new AssertionError("not here");
    }

    @Override
    public Ack readAck(RawJson answer) {
      throw new AssertionError("not here");
    }

    @Override
    public String toString() {
      return name.value();
    }
  }
}
