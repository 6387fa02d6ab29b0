package bub.gateway.mcp;

import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentRoster;
import bub.gateway.chat.AgentTurn;
import bub.gateway.chat.ChatTarget;
import bub.gateway.chat.Question;
import bub.gateway.chat.TurnEvent;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Tool that asks an agent and waits for its answer. Safe for any thread; calls block. */
final class AskAgentTool {
  static final String NAME = "ask_agent";

  /** Name of the agent that bub starts for a client. */
  static final String OWN_AGENT = "bub";

  private final AgentChats chats;
  private final AgentRoster agents;
  private final PausedTurns paused;

  AskAgentTool(AgentChats chats, AgentRoster agents, PausedTurns paused) {
    this.chats = chats;
    this.agents = agents;
    this.paused = paused;
  }

  McpAnswer ask(RequestContext context, RawJson arguments) throws Exception {
    Fields fields = arguments.fields();
    BuiltInTools.requireType(context.caller(), ChatMessage.TYPE);
    String named = fields.optionalString("agent");
    String agent = named == null ? OWN_AGENT : named;
    String conversation = fields.optionalString("conversation");
    ChatId chat =
        new CallerAddresses(context.caller())
            .chat(context.inbox(), agent, conversation == null ? "" : conversation);
    String state = context.answers().state();
    if (state != null) {
      return askedAgain(context, chat, state);
    }
    var question =
        new Question(
            fields.string("text"), context.caller().id().value(), null, RawJson.EMPTY_OBJECT);
    return answer(context, chats.ask(chat, target(agent), question), null);
  }

  private ChatTarget target(String agent) throws Exception {
    return agent.equals(OWN_AGENT)
        ? new ChatTarget.OwnAgent()
        : agents
            .find(agent)
            .orElseThrow(() -> new InvalidField("agent", "no agent " + agent + " is connected"))
            .target();
  }

  /** The client repeats its request with the answer of the person. */
  private McpAnswer askedAgain(RequestContext context, ChatId chat, String state) throws Exception {
    PausedTurns.PausedTurn held = paused.take(chat, state);
    return held == null
        ? ToolOutcome.error("The agents do not wait for this answer any more. Ask again.")
        : answer(context, held.turn(), held.notice());
  }

  /**
   * Closes the turn, which stops it, unless it waits for the person.
   *
   * @param notice notice of a turn that the loop guard has stopped; null while it runs
   */
  private McpAnswer answer(RequestContext context, AgentTurn turn, @Nullable String notice)
      throws Exception {
    boolean waits = false;
    try {
      McpAnswer answer = null;
      if (notice != null) {
        answer = afterPause(context, turn, notice, context.answers().find(GoOnQuestion.KEY));
      }
      if (answer == null) {
        answer = follow(context, turn);
      }
      waits = answer instanceof McpAnswer.InputNeeded;
      return answer;
    } finally {
      if (!waits) {
        turn.close();
      }
    }
  }

  /**
   * Lets a person decide about a turn that the loop guard has stopped; null when it goes on.
   *
   * @param given answer that the request has; it counts for one stop only
   */
  private @Nullable McpAnswer afterPause(
      RequestContext context, AgentTurn turn, String notice, @Nullable RawJson given)
      throws Exception {
    if (!context.canAsk(ClientFeatures.ELICITATION)) {
      context.progress(notice);
      return null;
    }
    var question = new GoOnQuestion(notice);
    RawJson answer = given;
    if (context.asksDirectly()) {
      answer = context.ask(ClientFeatures.ELICITATION, question.params());
    } else if (answer == null) {
      return asked(context, turn, question);
    }
    if (!GoOnQuestion.isYes(answer)) {
      return ToolOutcome.error(notice);
    }
    if (!chats.goOn(turn)) {
      context.progress("The bus does not let the agents go on. Waiting for an answer.");
    }
    return null;
  }

  private McpAnswer asked(RequestContext context, AgentTurn turn, GoOnQuestion question)
      throws Exception {
    String state = paused.keep(context.caller().id(), turn, question.notice());
    return new McpAnswer.InputNeeded(
        question.requests(), context.states().seal(context.caller().id(), NAME, state));
  }

  private McpAnswer follow(RequestContext context, AgentTurn turn) throws Exception {
    Instant deadline = Instant.now().plus(chats.timeouts().answer());
    String shown = "";
    while (true) {
      Duration left = Duration.between(Instant.now(), deadline);
      switch (turn.next(left.isNegative() ? Duration.ZERO : left)) {
        case TurnEvent.Partial(String text) -> {
          context.progress(text.startsWith(shown) ? text.substring(shown.length()) : text);
          shown = text;
        }
        case TurnEvent.Paused(String notice) -> {
          McpAnswer end = afterPause(context, turn, notice, null);
          if (end != null) {
            return end;
          }
          deadline = Instant.now().plus(chats.timeouts().answer());
        }
        case TurnEvent.Answered(String text, _) -> {
          JsonValue structured =
              out ->
                  out.beginObject()
                      .field("agent", turn.agent())
                      .field("text", text)
                      .field("message_id", turn.id())
                      .endObject();
          return ToolOutcome.text(text, structured);
        }
        case TurnEvent.Failed(String why) -> {
          return ToolOutcome.error(why);
        }
        case null -> {
          return ToolOutcome.error("The agent did not answer in time.");
        }
      }
    }
  }
}
