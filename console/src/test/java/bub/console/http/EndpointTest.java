package bub.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Endpoints keep all that was said of them. */
class EndpointTest {
  private record Answer(String text) {}

  @Test
  void addsParametersToThoseThatAreThere() {
    var endpoint =
        Endpoint.get("/api/things", "Things.", Answer.class, _ -> new Answer(""))
            .with(QueryParameter.text("text", "words to search for"))
            .with(QueryParameter.needed("id", "the id"));

    assertThat(endpoint.params()).extracting(QueryParameter::name).containsExactly("text", "id");
  }
}
