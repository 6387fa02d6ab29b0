package bub.gateway.a2a.remote;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.client.lobby.CapabilityHandler;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.json.InvalidField;
import bub.json.RawJson;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Peer of the bus that stands for one remote agent. Safe for any thread. */
final class RemoteAgentPeer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteAgentPeer.class);
  private static final String COMMAND = "agent_command";
  private static final int BUSY_SECONDS = 5;
  private static final int LONGEST_NAME = 200;

  private final RemoteAgentContext agent;
  private final LobbyClient lobby;
  private final RunningTurns running = new RunningTurns();
  private final RemoteChats chats;
  private final RemoteSkillCalls skills;
  // One thread at a time changes it.
  private volatile Set<Capability> offered = Set.of();

  /** Takes a context whose client is not connected yet. */
  RemoteAgentPeer(RemoteAgentContext agent, LobbyToken token) {
    this.agent = agent;
    this.lobby = LobbyClient.of(agent.client(), token);
    this.chats = new RemoteChats(agent, running);
    this.skills = new RemoteSkillCalls(agent, running);
    agent.client().serveAtOnce(TraceNotice.STOPPED, this::turnStopped);
    agent.client().serve(this::take);
  }

  /** Connects, offers the skills, follows the card and continues what the last process left. */
  void start(RemoteCard card, CardWatch watch)
      throws IOException, CallRefused, NoAnswer, InterruptedException {
    offer(card);
    skills.resume();
    agent.client().start();
    chats.resume();
    agent.threads().start("a2a-card", () -> watch.follow(this::use));
  }

  private void use(RemoteCard newer) throws CallRefused, NoAnswer, InterruptedException {
    agent.connection().use(newer);
    offer(newer);
  }

  /** Leaves the lobby alone while it has these capabilities already. */
  private void offer(RemoteCard card) throws CallRefused, NoAnswer, InterruptedException {
    Map<Capability, RemoteCard.Skill> wanted = capabilities(card);
    if (!wanted.keySet().equals(offered)) {
      var offers =
          new LinkedHashMap<Capability, CapabilityHandler.WithProgress<RawJson, RawJson>>();
      wanted.forEach(
          (capability, skill) ->
              offers.put(capability, (input, call) -> skills.call(skill, input, call)));
      lobby.offerOnlyWithProgress(offers);
      offered = wanted.keySet();
    }
  }

  private Map<Capability, RemoteCard.Skill> capabilities(RemoteCard card) {
    var all = new LinkedHashMap<Capability, RemoteCard.Skill>();
    // The text comes from the remote agent, so the reader must know that nobody vouches for it.
    String source = " (skill of the remote agent " + agent.name() + ")";
    for (RemoteCard.Skill skill : card.skills()) {
      String description =
          PlainText.lines(skill.description(), Capability.MAX_DESCRIPTION - source.length());
      try {
        String name = agent.name() + "." + skill.id();
        all.put(Capability.named(name, (description + source).strip()), skill);
      } catch (InvalidField odd) {
        LOG.warn(
            "The skill {} of {} has no valid name: {}",
            PlainText.oneLine(skill.id(), LONGEST_NAME),
            agent.name(),
            odd.getMessage());
      }
    }
    return all;
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
