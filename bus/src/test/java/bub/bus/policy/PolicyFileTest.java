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

/** Roles and message types that an operator defines. */
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
        "[] | line 1 | must be an object"
      })
  void namesTheLineAndTheField(String text, String line, String field) throws IOException {
    Path wrong = file(text.replace('~', '\n'));
    assertThatThrownBy(() -> PolicyFile.read(wrong, false))
        .hasMessageContaining(line)
        .hasMessageContaining(field);
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
