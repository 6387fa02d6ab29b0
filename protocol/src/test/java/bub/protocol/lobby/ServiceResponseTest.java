package bub.protocol.lobby;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.lobby.ServiceResponse.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceResponseTest {

  private static ServiceResponse read(String payload) {
    return ServiceResponse.read(raw(payload.replace('\'', '"')));
  }

  @Test
  void aSuccessIsPassedOnByteForByte() {
    String payload = "{ \"status\":\"success\", \"price\" : 128.50 }";
    ServiceResponse response = ServiceResponse.read(raw(payload));
    assertThat(response.isSuccess()).isTrue();
    assertThat(response.toRaw()).hasToString(payload);
    assertThat(response.error()).isNull();
    assertThat(response.errorCode()).isNull();
    assertThat(response.violations()).isEmpty();
  }

  @Test
  void anErrorOfTheLobbyIsWrittenAsDocumented() {
    var response =
        ServiceResponse.error(
            CallError.INVALID_INPUT,
            "the input breaks its schema",
            List.of(new Violation("/item", "is missing"), new Violation("", "has 2 \"extras\"")));
    assertThat(tree(response))
        .isEqualTo(
            tree(
                """
                {
                  "status": "error",
                  "error": "the input breaks its schema",
                  "error_code": "invalid_input",
                  "violations": [
                    {"path": "/item", "problem": "is missing"},
                    {"path": "", "problem": "has 2 \\"extras\\""}
                  ]
                }
                """));
    assertThat(ServiceResponse.read(response.toRaw())).isEqualTo(response);
    assertThat(response.violations())
        .containsExactly(
            new Violation("/item", "is missing"), new Violation("", "has 2 \"extras\""));
  }

  @ParameterizedTest
  @EnumSource(CallError.class)
  void everyCodeComesBackAsItWasWritten(CallError code) {
    var response = ServiceResponse.error(code, "no");
    assertThat(tree(response).get("error_code").asString()).isEqualTo(code.word());
    assertThat(response.isSuccess()).isFalse();
    assertThat(response.error()).isEqualTo("no");
    assertThat(response.errorCode()).isEqualTo(code);
    assertThat(response.violations()).isEmpty();
  }

  @Test
  void onlyPassingErrorsAreWorthARetry() {
    assertThat(CallError.values())
        .filteredOn(CallError::isPassing)
        .containsExactly(CallError.AGENT_OFFLINE, CallError.TIMEOUT, CallError.RATE_LIMITED);
  }

  @Test
  void aProvidersOwnErrorHasNoCode() {
    assertThat(read("{'status':'error','error':'no such item'}").errorCode()).isNull();
    assertThat(read("{'status':'error','error_code':'sold_out'}").errorCode()).isNull();
    assertThat(read("{'status':'error','error_code':7}").errorCode()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        "{'status':'error'}|-",
        "{'status':'error','error':null}|-",
        "{'status':'error','error':'a','error':'b'}|-",
        "{'status':'denied','error':'no'}|no",
        "{'status':'error','error':7}|7",
        "{'status':'error','error':{'code':7}}|{'code':7}"
      })
  void aProviderMayDescribeItsErrorAsItLikes(String payload, @Nullable String expected) {
    assertThat(read(payload).error())
        .isEqualTo(expected == null ? null : expected.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "'x'",
        "{}",
        "null",
        "[7]",
        "[{}]",
        "[{'path':'/a'}]",
        "[{'path':'/a','problem':7}]",
        "[],'violations':[]"
      })
  void violationsOfAnotherShapeAreNoneOfOurs(String violations) {
    assertThat(read("{'status':'error','violations':" + violations + "}").violations()).isEmpty();
  }

  @Test
  void onSuccessAFieldCalledErrorIsOutput() {
    var response =
        read("{'status':'success','error':'0.5 %','error_code':'timeout','violations':[1]}");
    assertThat(response.error()).isNull();
    assertThat(response.errorCode()).isNull();
    assertThat(response.violations()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|status",
        "{'status':null}|status",
        "{'status':true}|status",
        "{'status':'success','status':'error'}|status",
        "[]|payload",
        "'success'|payload"
      })
  void aRefusalNamesTheField(String payload, String field) {
    assertThat(refusedBy(() -> read(payload))).isEqualTo(field);
  }
}
