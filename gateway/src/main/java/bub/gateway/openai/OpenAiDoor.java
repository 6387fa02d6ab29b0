package bub.gateway.openai;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpMount;
import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.gateway.caller.Caller;
import bub.gateway.caller.CallerCheck;
import bub.gateway.caller.CallerSlots;
import bub.gateway.caller.CallerSlots.Slot;
import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentRoster;
import bub.gateway.chat.AgentRoster.ListedAgent;
import bub.gateway.chat.AgentTurn;
import bub.gateway.chat.ChatTarget;
import bub.gateway.chat.Question;
import bub.gateway.chat.TurnEvent;
import bub.jsonrpc.RpcException;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Agents as models of OpenAI's HTTP protocol, below {@code /v1}. Safe for any thread. */
public final class OpenAiDoor implements HttpMount {
  /** Model that gives each caller an agent of its own. */
  public static final String OWN_AGENT = "bub";

  private static final int MAX_BODY = 2 << 20;
  private static final int MOST_OPEN = 64;
  private static final int MOST_PER_CALLER = 16;
  private static final int ID_BYTES = 16;
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);
  private static final String MODELS = "/v1/models";
  private static final String COMPLETIONS = "/v1/chat/completions";

  private final CallerCheck callers;
  private final AgentChats chats;
  private final AgentRoster agents;
  private final ClientEnvironment environment;
  private final CallerSlots slots =
      new CallerSlots("chat completions open", MOST_OPEN, MOST_PER_CALLER);
  private final Instant start;

  public OpenAiDoor(
      CallerCheck callers, AgentChats chats, AgentRoster agents, ClientEnvironment environment) {
    this.callers = callers;
    this.chats = chats;
    this.agents = agents;
    this.environment = environment;
    this.start = environment.time().now();
  }

  @Override
  public List<String> paths() {
    return List.of("/v1/*");
  }

  @Override
  public HttpReply refuse(MountedCall call, HttpRefusal refusal) {
    return OpenAiErrors.reply(refusal);
  }

  @Override
  public void answer(MountedCall call) throws Exception {
    String path = call.path();
    if (path.equals(COMPLETIONS)) {
      requireMethod("POST", call);
      complete(callers.identifyOnLockedBus(call), call);
    } else if (path.equals(MODELS) || path.startsWith(MODELS + "/")) {
      requireMethod("GET", call);
      call.answer(HttpReply.json(200, models(callers.identifyOnLockedBus(call), path)));
    } else {
      throw new HttpRefusal(
          404, "not_found", "Use GET " + MODELS + " or POST " + COMPLETIONS + ".");
    }
  }

  private static void requireMethod(String method, MountedCall call) throws HttpRefusal {
    if (!call.method().equals(method)) {
      throw new HttpRefusal(405, "invalid", "Use " + method + " for " + call.path() + ".");
    }
  }

  private byte[] models(Caller caller, String path) throws Exception {
    if (path.equals(MODELS)) {
      return CompletionJson.models(agents.list(caller), OWN_AGENT, start);
    }
    String id = path.substring(MODELS.length() + 1);
    if (id.equals(OWN_AGENT)) {
      return CompletionJson.model(id, start);
    }
    return CompletionJson.model(id, known(id, caller).since());
  }

  private ListedAgent known(String model, Caller caller)
      throws HttpRefusal, RpcException, NoAnswer, InterruptedException {
    return agents
        .find(model, caller)
        .orElseThrow(
            () ->
                new HttpRefusal(
                    404,
                    "model_not_found",
                    "No agent " + model + " is connected. GET " + MODELS + " lists the agents."));
  }

  private void complete(Caller caller, MountedCall call) throws Exception {
    if (!caller.maySend(ChatMessage.TYPE)) {
      throw new HttpRefusal(
          403, "forbidden", "Your token does not allow the type " + ChatMessage.TYPE + ".");
    }
    try (Slot _ = slots.take(caller.id())) {
      ChatCompletionRequest request = call.readBody(MAX_BODY, ChatCompletionRequest::read);
      ChatTarget target =
          request.model().equals(OWN_AGENT)
              ? new ChatTarget.OwnAgent()
              : known(request.model(), caller).target();
      var question =
          new Question(
              request.text(), caller.id().value(), request.instructions(), request.extras());
      try (AgentTurn turn = chats.ask(chat(caller, request), target, question)) {
        var json =
            new CompletionJson("chatcmpl-" + turn.id(), environment.time().now(), request.model());
        Instant deadline = environment.time().now().plus(chats.timeouts().answer());
        if (request.isStream()) {
          stream(turn, json, deadline, call);
        } else {
          call.answer(HttpReply.json(200, json.whole(await(turn, deadline, call))));
        }
      }
    }
  }

  /** One chat per caller, user and model. */
  private static ChatId chat(Caller caller, ChatCompletionRequest request) {
    String key = String.join("\0", caller.id().value(), request.user(), request.model());
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
      return new ChatId("openai-" + HexFormat.of().formatHex(hash, 0, ID_BYTES));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private TurnEvent.Answered await(AgentTurn turn, Instant deadline, MountedCall call)
      throws HttpRefusal, InterruptedException {
    var hasLeft = new AtomicBoolean();
    call.whenGone(() -> hasLeft.set(true));
    while (true) {
      Duration left = untilDeadline(deadline);
      boolean isLast = left.compareTo(SIGN_OF_LIFE) <= 0;
      switch (turn.next(isLast ? left : SIGN_OF_LIFE)) {
        case TurnEvent.Partial _, TurnEvent.Paused _ -> {}
        case TurnEvent.Answered answer -> {
          return answer;
        }
        case TurnEvent.Failed(String why) -> throw failed(why);
        case null -> {
          if (isLast) {
            throw late();
          }
        }
      }
      if (hasLeft.get()) { // nobody gets this answer, but the agent stops its work
        throw new HttpRefusal(408, "abandoned", "The client left before the answer.");
      }
    }
  }

  private void stream(AgentTurn turn, CompletionJson json, Instant deadline, MountedCall call)
      throws IOException, InterruptedException {
    var head = new HttpReply(200, Map.of(), "text/event-stream", new byte[0]);
    var stream = new CompletionStream(call.stream(head), json);
    stream.begin();
    while (true) {
      Duration left = untilDeadline(deadline);
      boolean isLast = left.compareTo(SIGN_OF_LIFE) <= 0;
      switch (turn.next(isLast ? left : SIGN_OF_LIFE)) {
        case TurnEvent.Partial(String text) -> stream.show(text);
        case TurnEvent.Paused _ -> {}
        case TurnEvent.Answered answer -> {
          stream.end(answer);
          return;
        }
        case TurnEvent.Failed(String why) -> {
          stream.fail(OpenAiErrors.body(failed(why)));
          return;
        }
        case null -> {
          if (isLast) {
            stream.fail(OpenAiErrors.body(late()));
            return;
          }
          stream.keepAlive();
        }
      }
    }
  }

  private Duration untilDeadline(Instant deadline) {
    Duration left = Duration.between(environment.time().now(), deadline);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private static HttpRefusal failed(@Nullable String why) {
    return new HttpRefusal(502, "agent_failed", String.valueOf(why));
  }

  private static HttpRefusal late() {
    return new HttpRefusal(504, "no_answer", "The agent did not answer in time.");
  }
}
