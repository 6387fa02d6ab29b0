package bub.client.lobby;

import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.InputRequired;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import java.util.Objects;

/** Capability with its implementation. */
record OfferedCapability(Capability capability, Performer performer) {
  private static final int RETRY_SECONDS = 1;

  @FunctionalInterface
  interface Performer {
    Ack perform(RawJson content, Envelope request) throws Exception;
  }

  /** Every form of handler, as one. */
  @FunctionalInterface
  interface Implementation<I, O> {
    O handle(I input, Envelope request) throws Exception;
  }

  static OfferedCapability raw(Capability capability, Implementation<RawJson, RawJson> handler) {
    return new OfferedCapability(
        capability,
        (content, request) -> {
          RawJson input = content.fields().without(ServiceCall.CAPABILITY_NAME);
          return success(Contract.checkOutput(given(capability, handler.handle(input, request))));
        });
  }

  static <I extends Record, O extends Record> OfferedCapability typed(
      Contract<I, O> contract, Implementation<I, O> handler) {
    Capability capability = contract.capability();
    return new OfferedCapability(
        capability,
        (content, request) -> {
          I input;
          try {
            input = contract.input().read(content);
          } catch (InvalidField odd) {
            return invalid(odd);
          }
          O output = given(capability, handler.handle(input, request));
          return success(contract.output().write(output));
        });
  }

  private static <O> O given(Capability capability, O output) {
    return Objects.requireNonNull(
        output, () -> "capability " + capability.name() + " returned no output");
  }

  Ack perform(RawJson content, Envelope request) throws Exception {
    try {
      return performer.perform(content, request);
    } catch (NeedsInput question) {
      return Ack.ok(InputRequired.STATUS, question.input());
    } catch (CallRefused refused) {
      String text = String.valueOf(refused.getMessage());
      // Only the text: details of a problem with another agent do not concern the caller.
      return refused.shouldRetry() ? Ack.retryIn(RETRY_SECONDS, text) : Ack.failed(text);
    }
  }

  private static Ack success(RawJson output) {
    return Ack.ok(
        "done", out -> out.extended(output, more -> more.field("status", ServiceResponse.SUCCESS)));
  }

  /** For input that passes the schema but does not fit the record. */
  private static Ack invalid(InvalidField odd) {
    String text = String.valueOf(odd.getMessage());
    var response = ServiceResponse.error(CallError.INVALID_INPUT, text);
    return new Ack(false, text, false, 0, response.payload());
  }
}
