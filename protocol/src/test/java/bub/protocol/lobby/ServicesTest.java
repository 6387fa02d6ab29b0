package bub.protocol.lobby;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import bub.protocol.lobby.Services.Service;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServicesTest {
  private static final Capability FIND_PRICE = Capability.named("find_price", "Finds prices.");

  private static final String DOCUMENTED =
      """
      {
        "services_found": [
          {
            "agent_id": "price_hunter_A2_v2",
            "relevant_capabilities": [
              {
                "name": "find_price",
                "description": "Finds prices.",
                "input_schema": {},
                "output_schema": {},
                "keywords": [],
                "authorized_requester_ids": []
              }
            ]
          },
          {"agent_id": "agent:b", "relevant_capabilities": []}
        ],
        "discovered_for_capability": "find_price@^2"
      }
      """;

  @Test
  void isWrittenAsDocumented() {
    var services =
        new Services(
            List.of(
                new Service(new Address("price_hunter_A2_v2"), List.of(FIND_PRICE.toRaw())),
                new Service(new Address("agent:b"), List.of())),
            "find_price@^2");
    assertThat(tree(services)).isEqualTo(tree(DOCUMENTED));
    assertThat(Services.read(services.toRaw())).isEqualTo(services);
  }

  @Test
  void isReadAsDocumented() {
    var services = Services.read(raw(DOCUMENTED));
    assertThat(services.discoveredFor()).isEqualTo("find_price@^2");
    assertThat(services.found())
        .extracting(Service::agent)
        .containsExactly(new Address("price_hunter_A2_v2"), new Address("agent:b"));
    assertThat(services.found().getFirst().capabilities())
        .extracting(Capability::read)
        .containsExactly(FIND_PRICE);
  }

  @Test
  void ignoresWhatItDoesNotKnow() {
    var services =
        Services.read(
            raw(
                """
                {"services_found": [{"agent_id": "a", "online": true,
                 "relevant_capabilities": [{"name": "x", "cost": 5}]}],
                 "discovered_for_capability": "x", "took_ms": 3}
                """));
    assertThat(services.found().getFirst().capabilities())
        .containsExactly(raw("{\"name\": \"x\", \"cost\": 5}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|payload",
        "{'discovered_for_capability':'a'}|services_found",
        "{'services_found':{},'discovered_for_capability':'a'}|services_found",
        "{'services_found':[]}|discovered_for_capability",
        "{'services_found':[],'discovered_for_capability':7}|discovered_for_capability",
        "{'services_found':['agent:a']}|services_found[0]",
        "{'services_found':[{}]}|services_found[0].agent_id",
        "{'services_found':[{'agent_id':'a b'}]}|services_found[0].agent_id",
        "{'services_found':[{'agent_id':'a'}]}|services_found[0].relevant_capabilities",
        "{'services_found':[{'agent_id':'a','relevant_capabilities':[7]}]}"
            + "|services_found[0].relevant_capabilities[0]"
      })
  void aRefusalNamesThePlace(String payload, String field) {
    assertThat(refusedBy(() -> Services.read(raw(payload.replace('\'', '"'))))).isEqualTo(field);
  }
}
