package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.gateway.lobby.AckedOrder;
import bub.gateway.lobby.LobbyCall;
import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.lobby.InputRequired;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls of capabilities with the questions of their providers, which the client answers. Safe for
 * any thread; calls block.
 */
final class CapabilityCalls {
  static final int MOST_ROUNDS = 16;

  private final LobbyCaller lobby;
  private final CatalogWatch watch;

  CapabilityCalls(LobbyCaller lobby, CatalogWatch watch) {
    this.lobby = lobby;
    this.watch = watch;
  }

  /** Asks for missing input first, if the client can answer. */
  CapabilityAnswer callComplete(
      RequestContext context,
      String name,
      LobbyCaller.Target target,
      RawJson inputSchema,
      RawJson arguments)
      throws HttpRefusal, RpcException, InterruptedException {
    MissingInput missing =
        context.canAsk(ClientFeatures.ELICITATION)
            ? MissingInput.find(inputSchema, arguments)
            : null;
    if (missing == null) {
      return call(context, name, target, arguments);
    }
    RawJson answer = context.answers().find(MissingInput.KEY);
    if (answer == null && !context.asksDirectly()) {
      return new CapabilityAnswer.Asks(
          new McpAnswer.InputNeeded(missing.question(name).requests(), null));
    }
    if (answer == null) {
      answer = context.ask(ClientFeatures.ELICITATION, missing.params(name));
    }
    RawJson content = MissingInput.accepted(answer);
    return content == null
        ? CapabilityAnswer.Failure.of("The person did not give the missing input.")
        : call(context, name, target, missing.added(arguments, content));
  }

  /**
   * Does what {@link #callComplete} does, without blocking. Questions to the client go on, on a
   * thread of their own.
   */
  CompletableFuture<CapabilityAnswer> start(
      RequestContext context,
      String name,
      LobbyCaller.Target target,
      RawJson inputSchema,
      RawJson arguments) {
    boolean isComplete =
        !context.canAsk(ClientFeatures.ELICITATION)
            || MissingInput.find(inputSchema, arguments) == null;
    InputAnswers answers = context.answers().without(MissingInput.KEY);
    LobbyCall call = isComplete ? lobby.start(context, target, arguments, answers) : null;
    if (call == null) {
      return onThread(context, () -> callComplete(context, name, target, inputSchema, arguments));
    }
    context.run().onCancel(call.stop());
    return call.answer()
        .thenCompose(
            answer -> {
              watch.hurry();
              return InputRequired.find(answer.ack().payload()) == null
                  ? CompletableFuture.completedFuture(CapabilityAnswer.of(answer))
                  : onThread(
                      context, () -> proceed(context, name, target, arguments, answers, answer));
            });
  }

  private static CompletableFuture<CapabilityAnswer> onThread(
      RequestContext context, Callable<CapabilityAnswer> work) {
    var answer = new CompletableFuture<CapabilityAnswer>();
    Thread thread =
        Thread.ofVirtual()
            .name("mcp-request")
            .unstarted(
                () -> {
                  try {
                    answer.complete(work.call());
                  } catch (Exception failed) {
                    answer.completeExceptionally(failed);
                  }
                });
    context.run().onCancel(thread::interrupt);
    thread.start();
    return answer;
  }

  /** {@code name} is the tool, the prompt or the URI that the client asked for. */
  CapabilityAnswer call(
      RequestContext context, String name, LobbyCaller.Target target, RawJson arguments)
      throws HttpRefusal, RpcException, InterruptedException {
    InputAnswers answers = context.answers().without(MissingInput.KEY);
    return proceed(context, name, target, arguments, answers, null);
  }

  /** {@code known} is the answer to the first call, or null. */
  private CapabilityAnswer proceed(
      RequestContext context,
      String name,
      LobbyCaller.Target target,
      RawJson arguments,
      InputAnswers first,
      @Nullable AckedOrder known)
      throws HttpRefusal, RpcException, InterruptedException {
    try {
      InputAnswers answers = first;
      for (int round = 0; round < MOST_ROUNDS; round++) {
        AckedOrder answer =
            round == 0 && known != null ? known : lobby.call(context, target, arguments, answers);
        InputRequired wanted = InputRequired.find(answer.ack().payload());
        if (wanted == null) {
          return CapabilityAnswer.of(answer);
        }
        RawJson questions = context.answerable(wanted);
        if (!context.asksDirectly()) {
          return new CapabilityAnswer.Asks(
              new McpAnswer.InputNeeded(questions, sealed(context, name, wanted.state())));
        }
        answers = new InputAnswers(asked(context, questions), wanted.state());
      }
      return CapabilityAnswer.Failure.of("The provider asked more than " + MOST_ROUNDS + " times.");
    } finally {
      watch.hurry();
    }
  }

  private static @Nullable String sealed(
      RequestContext context, String name, @Nullable String state) {
    return state == null ? null : context.states().seal(context.caller().id(), name, state);
  }

  private static RawJson asked(RequestContext context, RawJson questions)
      throws HttpRefusal, RpcException, InterruptedException {
    JsonWriter out = new JsonWriter().beginObject();
    Fields fields = questions.fields();
    for (int i = 0; i < fields.count(); i++) {
      Fields question = fields.value(i).fields();
      RawJson params = question.optionalObject("params");
      RawJson answer =
          context.ask(question.string("method"), params == null ? RawJson.EMPTY_OBJECT : params);
      out.field(fields.name(i), answer);
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }
}
