package bub.client.lobby;

import bub.client.NoAnswer;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Call of a capability with its options. Immutable; safe for any thread. */
public final class CapabilityRequest {
  private final LobbyRequests line;
  private final CallProgress progress;
  private final String capability;
  private final @Nullable Address provider;
  private final @Nullable Duration timeout;
  private final @Nullable Consumer<RawJson> listener;

  CapabilityRequest(LobbyRequests line, CallProgress progress, String capability) {
    this(line, progress, capability, null, null, null);
  }

  private CapabilityRequest(
      LobbyRequests line,
      CallProgress progress,
      String capability,
      @Nullable Address provider,
      @Nullable Duration timeout,
      @Nullable Consumer<RawJson> listener) {
    this.line = line;
    this.progress = progress;
    this.capability = capability;
    this.provider = provider;
    this.timeout = timeout;
    this.listener = listener;
  }

  /** Calls this agent instead of the least busy one. */
  public CapabilityRequest to(Address agent) {
    return new CapabilityRequest(line, progress, capability, agent, timeout, listener);
  }

  public CapabilityRequest within(Duration atMost) {
    return new CapabilityRequest(line, progress, capability, provider, atMost, listener);
  }

  /** Reports progress in order, on another thread; the call returns after the last report. */
  public CapabilityRequest onProgress(Consumer<RawJson> watcher) {
    return new CapabilityRequest(line, progress, capability, provider, timeout, watcher);
  }

  /** Takes and returns JSON objects. */
  public RawJson call(RawJson input) throws CallRefused, NoAnswer, InterruptedException {
    return ask(Contract.checkInput(input)).fields().without("status");
  }

  public <O extends Record> O call(Record input, Class<O> output)
      throws CallRefused, NoAnswer, InterruptedException {
    return call(RecordCodec.json(input), RecordCodec.of(output));
  }

  <O extends Record> O call(RawJson input, RecordCodec<O> output)
      throws CallRefused, NoAnswer, InterruptedException {
    RawJson answer = ask(Contract.checkInput(input));
    try {
      return output.read(answer);
    } catch (InvalidField odd) {
      String text = "the output of " + capability + " is invalid: " + odd.getMessage();
      throw new CallRefused(CallError.INVALID_OUTPUT, text, false, List.of());
    }
  }

  private RawJson ask(RawJson input) throws CallRefused, NoAnswer, InterruptedException {
    JsonValue content =
        out ->
            out.extended(
                input,
                more ->
                    more.field("agent_id", provider == null ? ServiceCall.ANY : provider.value())
                        .field(ServiceCall.CAPABILITY_NAME, capability));
    Envelope request = line.compose(LobbyTypes.REQUEST, content);
    if (listener == null) {
      return line.ask(request, timeout, CapabilityRequest::success);
    }
    ProgressFeed feed = progress.open(request.messageId(), listener);
    try {
      return line.ask(request, timeout, CapabilityRequest::success);
    } finally {
      progress.forget(request.messageId());
      feed.close();
    }
  }

  private static RawJson success(RawJson payload) {
    if (!ServiceResponse.read(payload).isSuccess()) {
      throw new InvalidField("status", "must be success");
    }
    return payload;
  }
}
