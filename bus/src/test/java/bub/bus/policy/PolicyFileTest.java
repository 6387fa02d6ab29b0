package bub.bus.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Roles, message types and exceptions of the loop guard that an operator defines. */
class PolicyFileTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void aTypeThatARoleListsIsForThatRoleOnly() throws IOException {
    TypeRules rules =
        PolicyFile.read(
            file(
                "{\"roles\":[{\"name\":\"billing\",\"addresses\":[\"agent:billing-*\"],\"types\":[\"invoice\",\"tg_reply\"]}]}"),
            false);
    assertThat(rules.allow(new Address("agent:billing-1"), "invoice", false)).isTrue();
    assertThat(rules.allow(new Address("agent:other"), "invoice", false)).isFalse();
    assertThat(rules.allow(new Address("agent:other"), "tg_reply", false)).isTrue();
    assertThat(rules.allow(new Address("agent:billing-1"), "agent_event", false)).isFalse();
    assertThat(rules.allow(new Address("agent:other"), "anything", false)).isTrue();
  }

  @Test
  void aPolicyFileEnforcesTheWholeMatrix() throws IOException {
    TypeRules rules = PolicyFile.read(file("{\"roles\":[]}"), false);

    assertThat(rules.allow(new Address("agent:a"), "tg_message", false)).isFalse();
    assertThat(rules.allow(new Address("discord:77"), "tg_message", false)).isTrue();
    assertThat(rules.allow(new Address("discord:77"), "tg_reply", false)).isFalse();
    assertThat(rules.allow(new Address("agent:a"), "my_type", false)).isTrue();
  }

  @Test
  void strictTypesEnforceTheWholeMatrix() {
    TypeRules rules = TypeRules.builtIn(true);

    assertThat(rules.allow(new Address("agent:a"), "tg_message", false)).isFalse();
    assertThat(rules.allow(new Address("discord:77"), "tg_message", false)).isTrue();
  }

  @Test
  void strictTypesRefuseWhatNoRoleLists() throws IOException {
    TypeRules rules = PolicyFile.read(file("{\"strictTypes\":true,\"roles\":[]}"), false);
    assertThat(rules.allow(new Address("agent:a"), "anything", false)).isFalse();
    assertThat(rules.allow(new Address("agent:a"), "tg_reply", false)).isTrue();
    assertThat(rules.allow(new Address("nobody"), null, false)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{~  \"roles\": [~  {\"name\":\"a\"}]} | line 3 | roles[0].addresses",
        "{~  \"rules\": []} | line 1 | rules",
        "{\"roles\":~[1]} | line 2 | roles[0].policy",
        "{\"roles\":[{\"name\":\"a\",\"addresses\":[\"a b\"],\"types\":[]}]} | line 1 | addresses",
        "{~\"roles\":[],,} | line 2 | byte",
        "[] | line 1 | must be an object",
        "{} | line 1 | roles: is missing",
        "{\"guard\":null} | line 1 | guard: must be an object",
        "{\"guard\":~{\"exempts\":[]}} | line 2 | guard.exempts: unknown field",
        "{\"guard\":~{\"exempt\":\"a\"}} | line 2 | guard.exempt: must be an array",
        "{\"guard\":{\"exempt\":[\"a b\"]}} | line 1 | guard.exempt",
        "{\"guard\":{\"limits\":[]}} | line 1 | guard.limits: must be an object",
        "{\"guard\":{\"limits\":{~\"a\":5}}} | line 2 | guard.limits.a: must be an object",
        "{\"guard\":{\"limits\":{\"a b\":{}}}} | line 1 | guard.limits.a b",
        "{\"guard\":{\"limits\":{\"a\":{},~\"a\":{}}}} | line 1 | guard.limits.a: appears twice",
        "{\"guard\":{\"limits\":{~\"a\":{\"speed\":1}}}} | line 2 | guard.limits.a.speed: unknown"
            + " field",
        "{\"guard\":{\"limits\":{\"a\":{\"messages\":0}}}} | line 1 | a.messages: must be a whole"
            + " number",
        "{\"guard\":{\"limits\":{\"a\":{\"depth\":-1}}}} | line 1 | a.depth: must be a whole"
            + " number",
        "{\"guard\":{\"limits\":{\"a\":{\"turns\":1.5}}}} | line 1 | a.turns: must be a whole"
            + " number",
        "{\"guard\":{\"limits\":{\"a\":{\"cycles\":\"9\"}}}} | line 1 | a.cycles: must be a whole"
            + " number",
        "{\"guard\":{\"limits\":{\"a\":{\"cycles\":99999999999999999999}}}} | line 1 | to 1000000",
        "{\"guard\":{\"limits\":{\"a\":{\"repeats\":1}}}} | line 1 | from 2 to"
      })
  void namesTheLineAndTheField(String text, String line, String field) throws IOException {
    Path wrong = file(text.replace('~', '\n'));
    assertThatThrownBy(() -> PolicyFile.read(wrong, false))
        .hasMessageContaining(line)
        .hasMessageContaining(field);
  }

  @Test
  void aFileOnlyForTheGuardLeavesTheTypesFree() throws IOException {
    Path file = file("{\"guard\":{\"exempt\":[\"agent:ticker\"]}}");
    TypeRules rules = PolicyFile.read(file, false);
    assertThat(rules.allow(new Address("agent:a"), "tg_message", false)).isTrue();
    GuardExceptions guard = PolicyFile.open(file).guard(GuardLimits.STANDARD);
    assertThat(guard.isExempt(new Address("agent:ticker"))).isTrue();
    assertThat(guard.isExempt(new Address("agent:other"))).isFalse();
  }

  @Test
  void limitsThatTheFileOmitsAreTheStandard() throws IOException {
    Path file = file("{\"roles\":[],\"guard\":{\"limits\":{\"agent:r-*\":{\"messages\":500}}}}");
    GuardExceptions guard = PolicyFile.open(file).guard(new GuardLimits(1, 2, 3, 4, 5));
    assertThat(guard.find(new Address("agent:r-1"))).isEqualTo(new GuardLimits(500, 2, 3, 4, 5));
    assertThat(guard.find(new Address("agent:x"))).isNull();
  }

  @Test
  void saysWhichFileItCannotRead() {
    assertThatThrownBy(() -> PolicyFile.read(directory.resolve("none.json"), false))
        .hasMessageContaining("none.json");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("policy.json"), text);
  }
}
