package bub.protocol.lobby;

import static bub.protocol.Json.refusedBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityRefTest {

  private static CapabilityRef ref(String text) {
    return CapabilityRef.check("capability_name", text);
  }

  @Test
  void aBareNameTakesEveryVersion() {
    CapabilityRef ref = ref("find_price");
    assertThat(ref).isEqualTo(new CapabilityRef("find_price", VersionRange.ANY));
    assertThat(ref).isEqualTo(ref("find_price@*")).hasToString("find_price");
  }

  @Test
  void whatFollowsTheAtSignIsARange() {
    CapabilityRef ref = ref("find_price@>=1.2 <3");
    assertThat(ref.name()).isEqualTo("find_price");
    assertThat(ref.versions().contains(Version.parse("2.0.0"))).isTrue();
    assertThat(ref.versions().contains(Version.parse("3.0.0"))).isFalse();
    assertThat(ref).hasToString("find_price@>=1.2 <3").isEqualTo(ref(ref.toString()));
  }

  @Test
  void knowsAFamilyFromOneName() {
    assertThat(ref("price_*").isWildcard()).isTrue();
    assertThat(ref("price_?@^2").isWildcard()).isTrue();
    assertThat(ref("price_[ab]").isWildcard()).isTrue();
    assertThat(ref("price@2.*").isWildcard()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "@^2", "find_price@", "find_price@latest", "a@1@2", "a@@1"})
  void aRefusalNamesTheField(String text) {
    assertThat(refusedBy(() -> ref(text))).isEqualTo("capability_name");
  }

  @Test
  void aNameOfHostileLengthIsRefusedAndNotRepeated() {
    String longest = "a".repeat(Capability.MAX_NAME);
    assertThat(ref(longest + "@1").name()).isEqualTo(longest);
    assertThatThrownBy(() -> ref(longest + "a")).message().hasSizeLessThan(100);
    assertThatThrownBy(() -> ref("a@" + "1".repeat(100_000))).message().hasSizeLessThan(100);
  }
}
