package bub.client.lobby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bub.json.record.RecordSchema;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.Version;
import org.junit.jupiter.api.Test;

class ContractTest {
  record Query(String item) {}

  record Price(double amount) {}

  record Misfit(String capability_name) {}

  record Agent(String agent_id) {}

  record Secret(String auth_token) {}

  record Outcome(String status) {}

  record Odd(Thread thread) {}

  @Test
  void itsSchemasAreThoseOfItsRecordsAndStrictOnlyForInput() {
    var contract =
        Contract.of(
            Capability.named("find_price", "Finds prices.").onlyFor(new Address("agent:shop")),
            Query.class,
            Price.class);
    Capability capability = contract.capability();
    assertThat(capability.inputSchema()).isEqualTo(RecordSchema.strict(Query.class));
    assertThat(capability.outputSchema()).isEqualTo(RecordSchema.of(Price.class));
    assertThat(capability.description()).isEqualTo("Finds prices.");
    assertThat(capability.authorizedRequesters()).containsExactly(new Address("agent:shop"));
    assertThat(Capability.read(capability.toRaw())).isEqualTo(capability);
  }

  @Test
  void isCalledByItsNameAndWhatItsVersionIsCompatibleWith() {
    var plain = Contract.of("find_price", Query.class, Price.class);
    assertThat(plain.reference()).isEqualTo("find_price");
    Capability beta =
        Capability.named("find_price", "").withVersion(new Version(0, 2, 3, "beta.1"));
    assertThat(Contract.of(beta, Query.class, Price.class).reference())
        .isEqualTo("find_price@^0.2.3-beta.1");
  }

  @Test
  void namesThatTheLobbyUsesItselfAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Contract.of("a", Misfit.class, Price.class))
        .withMessageStartingWith("capability_name: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Contract.of("a", Agent.class, Price.class))
        .withMessageStartingWith("agent_id: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Contract.of("a", Secret.class, Price.class))
        .withMessageStartingWith("auth_token: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Contract.of("a", Query.class, Outcome.class))
        .withMessageStartingWith("status: ");
    assertThat(Contract.of("a", Outcome.class, Agent.class).reference()).isEqualTo("a");
  }

  @Test
  void whatCannotBeSentIsRefusedWhenTheContractIsMade() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Contract.of("a", Query.class, Odd.class))
        .withMessageStartingWith("Odd.thread: java.lang.Thread has no JSON form");
  }
}
