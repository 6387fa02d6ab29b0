package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.lobby.InputRequired;
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
        ? new CapabilityAnswer.Failure("The person did not give the missing input.", null)
        : call(context, name, target, missing.added(arguments, content));
  }

  /** {@code name} is the tool, the prompt or the URI that the client asked for. */
  CapabilityAnswer call(
      RequestContext context, String name, LobbyCaller.Target target, RawJson arguments)
      throws HttpRefusal, RpcException, InterruptedException {
    try {
      InputAnswers answers = context.answers().without(MissingInput.KEY);
      for (int round = 0; round < MOST_ROUNDS; round++) {
        Ack ack = lobby.call(context, target, arguments, answers);
        InputRequired wanted = InputRequired.find(ack.payload());
        if (wanted == null) {
          return CapabilityAnswer.of(ack);
        }
        RawJson questions = context.answerable(wanted);
        if (!context.asksDirectly()) {
          return new CapabilityAnswer.Asks(
              new McpAnswer.InputNeeded(questions, sealed(context, name, wanted.state())));
        }
        answers = new InputAnswers(asked(context, questions), wanted.state());
      }
      return new CapabilityAnswer.Failure(
          "The provider asked more than " + MOST_ROUNDS + " times.", null);
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
