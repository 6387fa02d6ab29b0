package bub.console.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.console.http.LargeBodyLimit.Load;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bodies that lose their permit to others, because they do not end. */
class LargeBodyTakeoverTest {
  private static final int LARGE = 1 << 20;
  private static final String ATTACKER = "10.0.0.1";
  private static final String PERSON = "10.0.0.2";

  private long now = Long.MAX_VALUE - 5; // a clock that overflows soon, as nanoTime may
  private final LargeBodyLimit limit = new LargeBodyLimit(() -> now);
  private final List<String> stopped = new ArrayList<>();

  private Load arriving(String name, String address) throws Exception {
    Load load = limit.load(InetAddress.getByName(address));
    load.arrives(_ -> stopped.add(name));
    load.check(LARGE);
    now++;
    return load;
  }

  private List<Load> attack() throws Exception {
    var loads = new ArrayList<Load>();
    for (int i = 0; i < LargeBodyLimit.MOST_HEAVY; i++) {
      loads.add(arriving("stalled-" + i, ATTACKER));
    }
    return loads;
  }

  @Test
  void anotherClientTakesOverTheOldestAtOnceUntilBothHaveTheSame() throws Exception {
    attack();
    for (int i = 0; i < 4; i++) {
      arriving("person-" + i, PERSON);
    }
    assertThat(stopped).containsExactly("stalled-0", "stalled-1", "stalled-2", "stalled-3");
    assertThatThrownBy(() -> arriving("more", PERSON)).isInstanceOf(ApiRefusal.class);
  }

  @Test
  void theSameClientTakesOverOnlyWhatHasTakenLong() throws Exception {
    attack();
    assertThatThrownBy(() -> arriving("early", ATTACKER)).isInstanceOf(ApiRefusal.class);
    now += LargeBodyLimit.GRACE.toNanos();
    arriving("late", ATTACKER);
    assertThat(stopped).containsExactly("stalled-0");
  }

  @Test
  void aLargeAnswerTakesOverAsWell() throws Exception {
    attack();
    limit.load(InetAddress.getByName(PERSON)).expectMuch();
    assertThat(stopped).containsExactly("stalled-0");
  }

  @Test
  void aBodyThatIsCompleteKeepsItsPermit() throws Exception {
    for (Load load : attack()) {
      load.arrived();
      load.check(LARGE);
    }
    now += LargeBodyLimit.GRACE.multipliedBy(10).toNanos();
    assertThatThrownBy(() -> arriving("person", PERSON)).isInstanceOf(ApiRefusal.class);
    assertThat(stopped).isEmpty();
  }

  @Test
  void aBodyThatLostItsPermitAtTheLastMomentIsRefused() throws Exception {
    Load lost = attack().getFirst();
    Load person = arriving("person", PERSON);
    lost.arrived();
    assertThatThrownBy(() -> lost.check(LARGE)).isInstanceOf(ApiRefusal.class);
    lost.close();
    person.close();
    assertThatCode(() -> arriving("next", PERSON)).doesNotThrowAnyException();
    assertThatThrownBy(() -> lost.check(LARGE)).as("it is over").isInstanceOf(ApiRefusal.class);
  }
}
