package bub.gateway.a2a.remote;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.json.InvalidField;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.PlainText;
import bub.protocol.lobby.Capability;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Configure;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Peer of the bus that stands for one remote agent. Safe for any thread. */
final class RemoteAgentPeer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteAgentPeer.class);
  private static final String COMMAND = "agent_command";
  private static final int BUSY_SECONDS = 5;

  private final RemoteAgentContext agent;
  private final LobbyClient lobby;
  private final RunningTurns running = new RunningTurns();
  private final RemoteChats chats;
  private final RemoteSkillCalls skills;

  /** Takes a context whose client is not connected yet. */
  RemoteAgentPeer(RemoteAgentContext agent, LobbyToken token) {
    this.agent = agent;
    this.lobby = LobbyClient.of(agent.client(), token);
    this.chats = new RemoteChats(agent, running);
    this.skills = new RemoteSkillCalls(agent, running);
    agent.client().serveAtOnce(TraceNotice.STOPPED, this::turnStopped);
    agent.client().serve(this::take);
  }

  /** Connects, offers the skills and continues the questions of the last process. */
  void start(RemoteCard card) throws IOException, CallRefused, NoAnswer, InterruptedException {
    for (RemoteCard.Skill skill : card.skills()) {
      offer(skill);
    }
    skills.resume();
    agent.client().start();
    chats.resume();
  }

  private void offer(RemoteCard.Skill skill) throws CallRefused, NoAnswer, InterruptedException {
    String name = agent.name() + "." + skill.id();
    // The text comes from the remote agent, so the reader must know that nobody vouches for it.
    String source = " (skill of the remote agent " + agent.name() + ")";
    String description =
        PlainText.lines(skill.description(), Capability.MAX_DESCRIPTION - source.length());
    try {
      Capability capability = Capability.named(name, (description + source).strip());
      lobby.offerWithProgress(capability, (input, call) -> skills.call(skill, input, call));
    } catch (InvalidField odd) {
      LOG.warn(
          "The skill {} of {} has no valid name: {}", skill.id(), agent.name(), odd.getMessage());
    }
  }

  private @Nullable Ack turnStopped(Envelope notice) {
    if (!notice.from().equals(TraceOrder.ADDRESS)) {
      return null;
    }
    try {
      TraceId trace = TraceNotice.read(notice.payload()).trace();
      running.stop(trace);
      agent.threads().start("a2a-stop", () -> chats.stopWaiting(trace));
      agent.threads().start("a2a-stop", () -> skills.stopWaiting(trace));
      return Ack.ok("stopped");
    } catch (InvalidField | IllegalArgumentException odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    }
  }

  private Ack take(Envelope envelope) throws InterruptedException {
    try {
      return switch (AppMessage.read(envelope.payload())) {
        case ChatMessage message -> chats.take(envelope, message);
        case Configure _ -> Ack.ok("configured");
        case AppMessage other when COMMAND.equals(other.type()) ->
            chats.command(
                envelope.from(),
                envelope.payload().fields().object("content").fields().string("command"));
        case AppMessage other ->
            Ack.failed(
                agent.entry().address() + " does not accept messages of type " + other.type());
      };
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    } catch (IOException broken) {
      return Ack.retryIn(BUSY_SECONDS, "the question could not be stored");
    }
  }

  /** Gives the capabilities up, for an agent that was removed. */
  void leave() throws InterruptedException {
    try {
      lobby.deregister();
    } catch (CallRefused | NoAnswer failed) {
      LOG.warn("{} could not be deregistered: {}", agent.entry().address(), failed.getMessage());
    }
    close();
  }

  /** Leaves the registration: callers learn that the agent is offline. */
  @Override
  public void close() {
    running.leaveAll();
    agent.threads().close();
    agent.client().close();
  }
}
