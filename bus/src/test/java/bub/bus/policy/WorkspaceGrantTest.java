package bub.bus.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The grant to read the workspaces of some agents, and attempts to read others. */
class WorkspaceGrantTest {
  private static final String ROUTE = "system:route";
  private static final String MINE = "{\"channel\":\"terminal\",\"chat_id\":\"me\"}";

  private static final Policy POLICY =
      new Policy(
          _ -> null,
          _ -> false,
          new ReservedAddresses(List.of()),
          TypeRules.builtIn(false),
          RateLimits.standard(),
          () -> 0);

  private record Holder(Address clientId, @Nullable Principal principal) implements SenderInfo {
    @Override
    public boolean hasStrictTypes() {
      return false;
    }

    @Override
    public boolean intercepts() {
      return false;
    }
  }

  private static Holder holder(Set<String> types, String... workspaces) {
    var id = new Address("agent:backup");
    var principal =
        new Principal(
            "id", Pattern.exactly(id), List.of(), List.of(), types, false, false, false, null);
    return new Holder(
        id, principal.withWorkspaces(Stream.of(workspaces).map(Pattern::of).toList()));
  }

  private static Holder reader(String... workspaces) {
    return holder(Set.of(), workspaces);
  }

  private static @Nullable RefusalReason refusal(
      Holder sender, String to, String type, String content) {
    String payload = "{\"type\":\"%s\",\"content\":%s}".formatted(type, content);
    var envelope =
        new Envelope(
            sender.clientId(),
            new Address(to),
            new MessageId("m"),
            RawJson.trusted(payload.getBytes(UTF_8)));
    return POLICY.judge(sender, envelope) instanceof PolicyDecision.Refused refused
        ? refused.why()
        : null;
  }

  private static @Nullable RefusalReason readRefusal(Holder sender, String content) {
    return refusal(sender, ROUTE, "workspace_read", content);
  }

  @ParameterizedTest
  @ValueSource(strings = {"terminal:me", "terminal:*", "*", "*:me", "terminal:m?"})
  void aWorkspaceThatThePatternMatchesCanBeRead(String pattern) {
    assertThat(readRefusal(reader("telegram:1", pattern), MINE)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"terminal:you", "term:me", "terminal", "telegram:*", "agent:*"})
  void othersCannot(String pattern) {
    assertThat(readRefusal(reader(pattern), MINE)).isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
    assertThat(readRefusal(reader(), MINE)).isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
  }

  @Test
  void theGrantIncludesTheTypeOfTheOrder() {
    assertThat(readRefusal(holder(Set.of("agent_message"), "terminal:*"), MINE)).isNull();
    assertThat(readRefusal(holder(Set.of("workspace_read")), MINE))
        .isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "7",
        "{\"channel\":\"terminal\"}",
        "{\"channel\":\"terminal\",\"chat_id\":7}",
        "{\"channel\":\"terminal\",\"chat_id\":\"\"}",
        "{\"channel\":\"terminal\",\"chat_id\":\"../me\"}",
        "{\"channel\":\"terminal\",\"chat_id\":\"a:b\"}",
        "{\"channel\":\"terminal:x\",\"chat_id\":\"me\"}",
        "{\"channel\":\"terminal\",\"chat_id\":\"me\",\"chat_id\":\"you\"}",
        "{\"channel\":\"terminal\",\"channel\":\"telegram\",\"chat_id\":\"me\"}"
      })
  void anOrderThatIsNotClearIsRefused(String content) {
    assertThat(readRefusal(reader("*"), content)).isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"system:spawn", "agent:system", "agent:other", "system:routes"})
  void theOrderGoesToTheSystemAgentOnly(String to) {
    assertThat(refusal(reader("*"), to, "workspace_read", MINE))
        .isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sessions_list", "sessions_stop", "sessions_restart", "budget_query"})
  void otherOrdersAreNotIncluded(String type) {
    assertThat(refusal(reader("*"), ROUTE, type, MINE))
        .isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
  }

  @Test
  void aPeerWithoutATokenReadsNothingOnAnOpenBus() {
    assertThat(readRefusal(new Holder(new Address("agent:backup"), null), MINE))
        .isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
  }
}
