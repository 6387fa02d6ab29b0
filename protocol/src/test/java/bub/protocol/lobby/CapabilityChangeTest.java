package bub.protocol.lobby;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapabilityChangeTest {
  private static final String A =
      "{'name':'a','description':'','input_schema':{},'output_schema':{}}";
  private static final Capability CAPABILITY = Capability.named("a", "");

  private static CapabilityChange update(String payload) {
    return CapabilityChange.readUpdate(raw(payload.replace('\'', '"')));
  }

  private static CapabilityChange registration(String payload) {
    return CapabilityChange.readRegistration(raw(payload.replace('\'', '"')));
  }

  private static CapabilityRef ref(String text) {
    return CapabilityRef.check("", text);
  }

  @Test
  void aRegistrationIsWrittenAndReadAsDocumented() {
    var offer = CapabilityChange.offering(List.of(CAPABILITY));
    assertThat(registration("{'capabilities':[" + A + "]}")).isEqualTo(offer);
    assertThat(CapabilityChange.readRegistration(offer.toRaw())).isEqualTo(offer);
    assertThat(tree(CapabilityChange.offering(List.of()))).isEqualTo(tree("{\"capabilities\":[]}"));
  }

  @Test
  void anUpdateIsWrittenAndReadAsDocumented() {
    var change = new CapabilityChange(List.of(CAPABILITY), List.of(ref("b"), ref("c@1.0.0")));
    assertThat(update("{'capabilities':[" + A + "],'withdraw':['b','c@1.0.0']}")).isEqualTo(change);
    assertThat(tree(change).get("withdraw")).isEqualTo(tree("[\"b\",\"c@1.0.0\"]"));
    assertThat(CapabilityChange.readUpdate(change.toRaw())).isEqualTo(change);
  }

  @Test
  void eitherHalfOfAnUpdateMayBeAbsent() {
    assertThat(update("{}")).isEqualTo(CapabilityChange.offering(List.of()));
    assertThat(update("{'withdraw':['b']}").withdraw()).containsExactly(ref("b"));
    assertThat(update("{'capabilities':[" + A + "]}").capabilities()).containsExactly(CAPABILITY);
  }

  @Test
  void oneNameMayBeOfferedInSeveralVersions() {
    var one = CAPABILITY.withVersion(new Version(1, 0, 0, ""));
    var two = CAPABILITY.withVersion(new Version(2, 0, 0, ""));
    assertThat(CapabilityChange.offering(List.of(CAPABILITY, one, two)).capabilities()).hasSize(3);
    assertThat(refusedBy(() -> CapabilityChange.offering(List.of(one, two, one))))
        .isEqualTo("capabilities[2].name");
    assertThat(refusedBy(() -> CapabilityChange.offering(List.of(CAPABILITY, CAPABILITY))))
        .isEqualTo("capabilities[1].name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "null|payload",
        "[[]]|payload",
        "'all'|payload",
        "{'capabilities':null}|capabilities",
        "{'capabilities':{}}|capabilities",
        "{'capabilities':'a'}|capabilities",
        "{'capabilities':[7]}|capabilities[0]",
        "{'capabilities':[{'name':'a'}]}|capabilities[0].description",
        "{'capabilities':[{'name':'a','description':'','input_schema':{},'output_schema':{},"
            + "'version':'x'}]}|capabilities[0].version",
        "{'capabilities':[],'capability':[]}|capability"
      })
  void aRefusalNamesThePlace(String payload, String field) {
    assertThat(refusedBy(() -> registration(payload))).isEqualTo(field);
    assertThat(refusedBy(() -> update(payload))).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'a'|withdraw",
        "null|withdraw",
        "{}|withdraw",
        "[7]|withdraw[0]",
        "['a','']|withdraw[1]",
        "['a','b@x']|withdraw[1]"
      })
  void aWithdrawalThatIsNoneNamesItsPlace(String withdraw, String field) {
    assertThat(refusedBy(() -> update("{'withdraw':" + withdraw + "}"))).isEqualTo(field);
  }

  @Test
  void aRegistrationSaysWhatItOffersAndWithdrawsNothing() {
    assertThat(refusedBy(() -> registration("{}"))).isEqualTo("capabilities");
    assertThat(refusedBy(() -> registration("{'capabilities':[],'withdraw':['a']}")))
        .isEqualTo("withdraw");
  }

  @Test
  void aRegistrationOfHostileSizeIsRefusedBeforeItIsRead() {
    String ofRubbish = String.join(",", Collections.nCopies(10_000, "{}"));
    assertThat(refusedBy(() -> registration("{'capabilities':[" + ofRubbish + "]}")))
        .isEqualTo("capabilities");
    String ofNames = String.join(",", Collections.nCopies(1_001, "''"));
    assertThat(refusedBy(() -> update("{'withdraw':[" + ofNames + "]}"))).isEqualTo("withdraw");
  }

  @Test
  void takesAThousandAndNoMore() {
    List<Capability> thousand =
        IntStream.range(0, 1_000).mapToObj(i -> Capability.named("c" + i, "")).toList();
    assertThat(CapabilityChange.offering(thousand).capabilities()).hasSize(1_000);
    var more = new ArrayList<>(thousand);
    more.add(CAPABILITY);
    assertThat(refusedBy(() -> CapabilityChange.offering(more))).isEqualTo("capabilities");
    List<CapabilityRef> refs = Collections.nCopies(1_001, ref("a"));
    assertThat(refusedBy(() -> new CapabilityChange(List.of(), refs))).isEqualTo("withdraw");
  }

  @Test
  void keepsItsListsToItself() {
    var offered = new ArrayList<>(List.of(CAPABILITY));
    var change = CapabilityChange.offering(offered);
    offered.clear();
    assertThat(change.capabilities()).containsExactly(CAPABILITY);
  }
}
