package bub.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.jsonrpc.Incoming.Malformed;
import bub.jsonrpc.Incoming.MalformedAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON that is not JSON-RPC: each case with the id of the answer and the reason. */
class CodecRefusalsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1      | a message must be an object",
        "\"x\"  | a message must be an object",
        "null   | a message must be an object",
        "true   | a message must be an object",
        "[]     | the batch is empty",
      })
  void refusesWhatIsNoObject(String text, String problem) {
    assertMalformed(text, "null", problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                  | null | jsonrpc: is missing",
        "{'id':7,'method':'m'}               | 7    | jsonrpc: is missing",
        "{'id':7,'method':'m','jsonrpc':'1.0'} | 7  | jsonrpc: must be \"2.0\"",
        "{'id':7,'method':'m','jsonrpc':'2'} | 7    | jsonrpc: must be \"2.0\"",
        "{'id':7,'method':'m','jsonrpc':2.0} | 7    | jsonrpc: must be a string",
        "{'id':7,'method':'m','JSONRPC':'2.0'} | 7  | JSONRPC: unknown field",
      })
  void refusesAnotherVersion(String text, String id, String problem) {
    assertMalformed(text, id, problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'id':true,'method':'m'              | null | id: must be a string, a number or null",
        "'id':{},'method':'m'                | null | id: must be a string, a number or null",
        "'id':[1],'method':'m'               | null | id: must be a string, a number or null",
        "'id':7                              | 7    | method: is missing",
        "'id':7.0,'method':1                 | 7.0  | method: must be a string",
        "'id':7,'method':null                | 7    | method: must be a string",
        "'method':['m']                      | null | method: must be a string",
        "'id':'x','method':'m','params':'a'  | \"x\" | params: must be an object or an array",
        "'id':7,'method':'m','params':1      | 7    | params: must be an object or an array",
        "'id':7,'method':'m','params':null   | 7    | params: must be an object or an array",
        "'id':7,'method':'m','params':true   | 7    | params: must be an object or an array",
        "'method':'m','params':0             | null | params: must be an object or an array",
      })
  void refusesMembersOfTheWrongType(String members, String id, String problem) {
    assertMalformed("{'jsonrpc':'2.0'," + members + "}", id, problem);
  }

  @Test
  void refusesAnIdThatIsTooLongToKeep() {
    String id = "x".repeat(RequestId.MAX_LENGTH - 1);
    assertMalformed(
        "{'jsonrpc':'2.0','id':'" + id + "','method':'m'}",
        "null",
        "id: must have at most 256 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'id':7,'method':'m','method':'m'        | 7    | method: appears twice",
        "'id':7,'method':'m','m\\u0065thod':'n'  | 7    | method: appears twice",
        "'id':7,'method':'m','jsonrpc':'2.0'     | 7    | jsonrpc: appears twice",
        "'id':7,'method':'m','params':[],'params':[] | 7 | params: appears twice",
        "'id':7,'method':'m','id':7              | null | id: appears twice",
        "'id':7,'method':'m','\\u0069d':8        | null | id: appears twice",
      })
  void refusesTwins(String members, String id, String problem) {
    assertMalformed("{'jsonrpc':'2.0'," + members + "}", id, problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'id':7,'method':'m','extra':1       | 7    | extra: unknown field",
        "'extra':1,'method':'m','id':'x'     | \"x\" | extra: unknown field",
        "'method':'m','Method':'m'           | null | Method: unknown field",
        "'id':true,'method':'m','extra':1    | null | extra: unknown field",
      })
  void refusesAnUnknownMemberAndStillKnowsTheId(String members, String id, String problem) {
    assertMalformed("{'jsonrpc':'2.0'," + members + "}", id, problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'result':1                                  | null | id: is missing",
        "'id':7,'result':1,'error':{'code':1,'message':''} | 7 | has both result and error",
        "'id':7,'result':1,'error':null              | 7    | has both result and error",
        "'id':7,'result':1,'method':'m'              | 7    | method: must be absent in an answer",
        "'id':7,'error':1                            | 7    | error: must be an object",
        "'id':7,'error':null                         | 7    | error: must be an object",
        "'id':7,'error':{'message':'no'}             | 7    | error.code: is missing",
        "'id':7,'error':{'code':1}                   | 7    | error.message: is missing",
        "'id':7,'error':{'code':1,'message':2}       | 7    | error.message: must be a string",
        "'id':7,'error':{'code':'1','message':''}    | 7    | error.code: must be an integer",
        "'id':7,'error':{'code':1.5,'message':''}    | 7    | error.code: must be an integer",
        "'id':7,'error':{'code':2147483648,'message':''} | 7 | error.code: must be an integer",
        "'id':7,'error':{'code':9e99,'message':''}   | 7    | error.code: must be an integer",
        "'id':7,'error':{'code':1,'code':1,'message':''} | 7 | error.code: appears twice",
      })
  void refusesAnAnswerThatIsNone(String members, String id, String problem) {
    assertMalformedAnswer("{'jsonrpc':'2.0'," + members + "}", id, problem);
  }

  /** Whatever is wrong with an answer: to answer it could end a call of the other side's own. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'id':7,'result':1}                               | 7    | jsonrpc: is missing",
        "{'id':7,'error':{},'jsonrpc':'1.0'}               | 7    | jsonrpc: must be \"2.0\"",
        "{'id':7,'result':1,'extra':1,'jsonrpc':'2.0'}     | 7    | extra: unknown field",
        "{'id':7,'result':1,'result':1,'jsonrpc':'2.0'}    | 7    | result: appears twice",
        "{'id':7,'r\\u0065sult':1,'result':1}              | 7    | jsonrpc: is missing",
        "{'id':7,'id':8,'result':1,'jsonrpc':'2.0'}        | null | id: appears twice",
        "{'id':[],'error':{},'jsonrpc':'2.0'}              | null | id: must be a string,",
      })
  void neverTakesABrokenAnswerForABrokenRequest(String text, String id, String problem) {
    assertMalformedAnswer(text, id, problem);
  }

  private static void assertMalformed(String text, String id, String problem) {
    assertThat(decode(text))
        .isInstanceOfSatisfying(
            Malformed.class,
            malformed -> {
              assertThat(malformed.id()).hasToString(id);
              assertThat(malformed.error().code()).isEqualTo(RpcError.INVALID_REQUEST);
              assertThat(malformed.error().message()).isEqualTo("Invalid Request: " + problem);
            });
  }

  private static void assertMalformedAnswer(String text, String id, String problem) {
    assertThat(decode(text))
        .isInstanceOfSatisfying(
            MalformedAnswer.class,
            malformed -> {
              assertThat(malformed.id()).hasToString(id);
              assertThat(malformed.problem()).startsWith(problem);
            });
  }

  private static Incoming decode(String text) {
    return Codec.standard().decode(text.replace('\'', '"').getBytes(UTF_8));
  }
}
