package bub.cluster.interest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The compact set behaves like any set, also with colliding hashes. */
class TextSetTest {

  @Test
  void behavesLikeASetUnderRandomChanges() {
    long seed = Long.getLong("bub.seed", System.nanoTime());
    var random = new Random(seed);
    for (int bits = 1; bits < 32; bits += 3) {
      var set = new TextSet();
      Set<String> expected = new HashSet<>();
      for (int i = 0; i < 5_000; i++) {
        String text = "t" + random.nextInt(300);
        int hash = (text.hashCode() * 0x9E37_79B9) >>> (32 - bits);
        boolean isGrowing = i / 1_000 % 2 == 0;
        if (random.nextInt(4) == 0 ? !isGrowing : isGrowing) {
          assertThat(set.add(text, hash)).as("seed %d", seed).isEqualTo(expected.add(text));
        } else {
          assertThat(set.remove(text, hash)).as("seed %d", seed).isEqualTo(expected.remove(text));
        }
        assertThat(set.find(text, hash) != null).isEqualTo(expected.contains(text));
      }
      Set<String> found = new HashSet<>();
      set.forEach(found::add);
      assertThat(found).as("seed %d", seed).isEqualTo(expected).hasSize(set.size());
    }
  }

  @Test
  void givesMemoryBackWhenItShrinks() {
    var set = new TextSet();
    for (int i = 0; i < 100_000; i++) {
      set.add("t" + i, i * 0x9E37_79B9);
    }
    long full = set.slotBytes();
    for (int i = 0; i < 100_000; i++) {
      set.remove("t" + i, i * 0x9E37_79B9);
    }
    assertThat(set.size()).isZero();
    assertThat(set.slotBytes()).isLessThan(full / 1_000);
  }
}
