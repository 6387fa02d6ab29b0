package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bub.checks.kit.Crowd;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.ChildProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ten thousand peers under full load, in the default heap of {@code ./bub}. */
@Tag("soak")
class TenThousandConnectionsSoakTest {
  private static final int PEERS = 10_000;
  private static final int PAIRS = 8;
  private static final Duration LOAD = Duration.ofMinutes(1);

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void tenThousandPeersAreServedBesideFullLoad() throws Exception {
    assumeTrue(openFiles() >= PEERS + 1_000, "needs ulimit -n of 11,000 or more");
    // Java raises its own limit of open files as far as it is allowed to.
    ServedBus bus = workshop.bus();
    Crowd crowd = Crowd.of(PEERS, bus);
    BusClient sender = bus.client("tg:1").connect();
    assertThat(sender.status().connections()).hasSize(PEERS + 1);

    long messages = load(bus);
    crowd.allAnswer(sender);

    System.out.printf(
        "%d messages beside %d peers, resident %d MiB%n",
        messages, PEERS, bus.process().residentBytes() >> 20);
    assertThat(messages).isGreaterThan(10_000);
    assertThat(bus.process().err().isBlank()).as(bus.process().toString()).isTrue();
  }

  private static long load(ServedBus bus) throws Exception {
    var going = new AtomicBoolean(true);
    var sent = new AtomicLong();
    var failures = new AtomicLong();
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      var to = new Address("load:" + i);
      bus.client(to.value()).serve(_ -> Ack.ok("here")).connect();
      BusClient from = bus.client("tg:load-" + i).connect();
      senders.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (going.get()) {
                      if (isAnswered(from, to)) {
                        sent.incrementAndGet();
                      } else {
                        failures.incrementAndGet();
                      }
                    }
                  }));
    }
    assertThat(senders.getFirst().join(LOAD)).isFalse();
    going.set(false);
    for (Thread one : senders) {
      one.join();
    }
    assertThat(failures).hasValue(0);
    return sent.get();
  }

  private static boolean isAnswered(BusClient from, Address to) {
    try {
      return from.send(to, RawJson.EMPTY_OBJECT).acks().equals(List.of(Ack.ok("here")));
    } catch (Exception failed) {
      return false;
    }
  }

  private static long openFiles() throws Exception {
    try (var shell = ChildProcess.start(new ProcessBuilder("bash", "-c", "ulimit -Hn"))) {
      shell.awaitExit();
      String limit = shell.out().lines().getFirst();
      return limit.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(limit);
    }
  }
}
