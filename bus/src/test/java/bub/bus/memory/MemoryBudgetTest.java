package bub.bus.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  private static final MemoryLimits LIMITS =
      new MemoryLimits(8_000_000, 8_000_000, 4_000_000, 1_000_000, 4, 3);

  private final List<Runnable> later = new ArrayList<>();
  private final MemoryBudget budget = new MemoryBudget(LIMITS, later::add);
  private final List<String> closed = new ArrayList<>();

  @Test
  void refusesWhatExceedsTheLimitOfOneConnection() {
    MemoryAccount account = peer("a", "");

    assertThat(account.reserve(MemoryKind.CALLS, 4_000_000)).isTrue();
    assertThat(account.reserve(MemoryKind.ACKS, 1)).isFalse();
    assertThat(budget.figures()).containsEntry("memory_refused_total", 1L);
    assertThat(peer("b", "").reserve(MemoryKind.ACKS, 4_000_000)).as("others have room").isTrue();
  }

  @Test
  void countsEveryKindAndReturnsToZero() {
    MemoryAccount account = peer("a", "");
    for (MemoryKind kind : MemoryKind.values()) {
      account.charge(kind, 10);
      assertThat(budget.figures()).containsEntry("memory_held_" + kind.word() + "_bytes", 10L);
    }
    for (MemoryKind kind : MemoryKind.values()) {
      account.release(kind, 10);
    }
    account.close();

    assertThat(budget.held()).isZero();
    assertThat(account.held()).isZero();
  }

  @Test
  void closesUninitializedConnectionsFirstWhenTheTotalIsFull() {
    MemoryAccount stranger = open("stranger", "10.0.0.1");
    stranger.charge(MemoryKind.FRAMES, 900_000);
    peer("first", "").charge(MemoryKind.CALLS, 3_600_000);
    peer("second", "").charge(MemoryKind.CALLS, 3_600_000);
    relieve();

    assertThat(closed.getFirst()).isEqualTo("stranger");
  }

  @Test
  void closesTheLargestConnectionOfTheGroupThatHoldsTheMost() {
    MemoryAccount large = peer("large alone", "p1");
    large.charge(MemoryKind.CALLS, 3_000_000);
    MemoryAccount small = peer("small in a large group", "p2");
    small.charge(MemoryKind.CALLS, 500_000);
    for (int i = 0; i < 5; i++) {
      peer("member " + i, "p2").charge(MemoryKind.CALLS, 1_000_000);
    }
    relieve();

    assertThat(closed).hasSize(2).allMatch(name -> name.startsWith("member"));
  }

  @Test
  void transientMemoryHasALimitOfItsOwn() {
    var small =
        new MemoryBudget(
            new MemoryLimits(8_000_000, 2_000_000, 4_000_000, 1_000_000, 4, 3), later::add);
    MemoryAccount calls = small.open("127.0.0.1", _ -> closed.add("calls"));
    calls.initialized("", false);
    MemoryAccount subscriptions = small.open("127.0.0.1", _ -> closed.add("subscriptions"));
    subscriptions.initialized("", false);
    subscriptions.charge(MemoryKind.SUBSCRIPTIONS, 1_500_000);
    calls.charge(MemoryKind.CALLS, 1_900_000);
    relieve();
    assertThat(closed).isEmpty();

    calls.charge(MemoryKind.CALLS, 200_000);
    relieve();
    assertThat(closed).containsExactly("calls");
  }

  @Test
  void closesNobodyBelowTheTotal() {
    peer("a", "").charge(MemoryKind.CALLS, 3_900_000);
    peer("b", "").charge(MemoryKind.CALLS, 3_900_000);
    relieve();

    assertThat(closed).isEmpty();
  }

  @Test
  void neverClosesAPartOfBubAndKeepsRoomForIt() {
    MemoryAccount own = budget.open("127.0.0.1", _ -> closed.add("own"));
    own.initialized("console", true);
    own.charge(MemoryKind.BACKLOG, 3_000_000);
    for (int i = 0; i < 4; i++) {
      peer("other " + i, "").charge(MemoryKind.CALLS, 2_000_000);
    }
    assertThat(budget.isFull()).isTrue();
    assertThat(peer("late", "").reserve(MemoryKind.CALLS, 3_000_000)).isFalse();
    assertThat(own.reserve(MemoryKind.CALLS, 100_000)).isTrue();
    assertThat(peer("small", "").reserve(MemoryKind.CALLS, 1_000)).as("holds little").isTrue();
    relieve();

    assertThat(closed).isNotEmpty().doesNotContain("own");
  }

  @Test
  void aConnectionThatHoldsLittleIsNotClosedForTheOthers() {
    peer("small", "").charge(MemoryKind.CALLS, 100_000);
    for (int i = 0; i < 3; i++) {
      peer("large " + i, "").charge(MemoryKind.CALLS, 3_000_000);
    }
    budget.requestRelief(() -> 20_000_000);
    relieve();

    assertThat(closed).hasSize(3).doesNotContain("small");
  }

  @Test
  void aRequestThatIsOverByThenClosesNobody() {
    peer("large", "").charge(MemoryKind.CALLS, 3_000_000);
    var excess = new AtomicLong(20_000_000);
    budget.requestRelief(excess::get);
    excess.set(0);
    relieve();

    assertThat(closed).isEmpty();
  }

  @Test
  void aConnectionThatIsBeingClosedCountsAsFree() {
    for (int i = 0; i < 9; i++) {
      peer("peer " + i, "").charge(MemoryKind.CALLS, 900_000);
    }
    relieve();
    int first = closed.size();
    peer("one more", "").charge(MemoryKind.CALLS, 10);
    relieve();

    assertThat(closed).hasSize(first);
  }

  @Test
  void uninitializedConnectionsShareASmallAmount() {
    MemoryAccount small = open("small", "10.0.0.1");
    small.charge(MemoryKind.FRAMES, 200_000);
    open("large", "10.0.0.2").charge(MemoryKind.FRAMES, 900_000);
    relieve();

    assertThat(closed).containsExactly("large");
  }

  @Test
  void aNewConnectionDisplacesTheOldestUninitializedOneOfItsAddress() {
    for (int i = 0; i < 4; i++) {
      open("silent " + i, "10.0.0.1");
    }
    open("other", "10.0.0.2");

    assertThat(closed).containsExactly("silent 0");
  }

  @Test
  void inTotalTheOldestOfTheAddressWithTheMostIsDisplaced() {
    open("other", "10.0.0.2");
    for (int i = 0; i < 3; i++) {
      open("silent " + i, "10.0.0.1");
    }
    open("third", "10.0.0.3");

    assertThat(closed).containsExactly("silent 0");
  }

  @Test
  void initializedConnectionsAreNotLimitedInNumber() {
    for (int i = 0; i < 100; i++) {
      peer("peer " + i, "");
    }
    assertThat(closed).isEmpty();
  }

  @Test
  void callsOfAConnectionThatIsGoneStayChargedUntilTheyEnd() {
    MemoryAccount account = peer("a", "");
    account.charge(MemoryKind.CALLS, 700_000);
    account.close();
    assertThat(budget.held()).isEqualTo(700_000);

    account.release(MemoryKind.CALLS, 700_000);
    assertThat(budget.held()).isZero();
  }

  @Test
  void limitsFollowTheHeap() {
    assertThat(MemoryLimits.ofHeap(256L << 20).total()).isEqualTo(128L << 20);
    assertThat(MemoryLimits.ofHeap(8L << 30).perConnection()).isEqualTo(512L << 20);
    assertThat(MemoryLimits.ofHeap(16L << 20).perConnection()).isLessThanOrEqualTo(8L << 20);
  }

  private MemoryAccount open(String name, String address) {
    return budget.open(address, _ -> closed.add(name));
  }

  private MemoryAccount peer(String name, String principal) {
    MemoryAccount account = open(name, "127.0.0.1");
    account.initialized(principal, false);
    return account;
  }

  private void relieve() {
    while (!later.isEmpty()) {
      later.removeFirst().run();
    }
  }
}
