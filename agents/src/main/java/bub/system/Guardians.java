package bub.system;

import bub.protocol.Address;
import bub.system.session.AgentId;
import bub.system.session.Chat;
import bub.system.session.Session;
import bub.system.session.SessionStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** All guardians: one a chat, made when a chat is first heard of. Safe for any thread. */
final class Guardians {
  private final Means means;
  private final Map<Chat, Guardian> byChat = new HashMap<>();
  private final Map<Address, Guardian> byAgent = new HashMap<>();
  private volatile boolean isClosing;

  Guardians(Means means) {
    this.means = means;
  }

  /** The guardian of this chat, with the agent that it always had, or a new one. */
  synchronized Guardian of(Chat chat, Address talkto) throws IOException {
    Guardian known = byChat.get(chat);
    return known != null ? known : add(session(chat, talkto));
  }

  synchronized @Nullable Guardian find(Address agent) {
    return byAgent.get(agent);
  }

  synchronized List<Guardian> all() {
    return List.copyOf(byChat.values());
  }

  private Guardian add(Session session) {
    var guardian = new Guardian(means, session);
    byChat.put(session.chat(), guardian);
    byAgent.put(session.clientId(), guardian);
    guardian.start();
    return guardian;
  }

  private Session session(Chat chat, Address talkto) throws IOException {
    Session known = means.book().of(chat);
    if (known != null) {
      return known;
    }
    Address agent = means.workspaces().agentOf(chat);
    while (agent == null || byAgent.containsKey(agent) || means.book().find(agent) != null) {
      agent = AgentId.any(means.surroundings().chance());
    }
    return Session.begin(
        agent, chat, talkto, means.workspaces().shown(chat).toString(), means.now());
  }

  /** Finds out what runs of what an earlier system agent has left. */
  synchronized void resume() throws IOException {
    for (Session session : means.book().all()) {
      if (session.equals(means.book().of(session.chat()))) {
        Guardian guardian = add(session);
        if (session.status() != SessionStatus.STOPPED) {
          means.slots().occupy(session.clientId());
          guardian.post(new Event.Resume());
        }
      }
    }
    if (!means.book().isComplete()) {
      for (Chat chat : means.workspaces().chats()) {
        if (!byChat.containsKey(chat) && means.workspaces().agentOf(chat) != null) {
          of(chat, means.settings().channels().address(chat)).post(new Event.Resume());
        }
      }
    }
  }

  /** Forgets sessions that were stopped before this, and looks after the logs of the others. */
  void tidy(Instant stoppedBefore) {
    for (Guardian guardian : all()) {
      if (guardian.hasProcess()) {
        guardian.tidyLog();
      } else {
        guardian.post(new Event.Expire(stoppedBefore));
      }
    }
  }

  boolean isClosing() {
    return isClosing;
  }

  /** Stops every agent, returns when all have stopped, and lets no other start. */
  void stopAll(String reason) {
    isClosing = true;
    CompletableFuture<?>[] all =
        all().stream().map(guardian -> stop(guardian, reason)).toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(all).join();
  }

  private static CompletableFuture<Void> stop(Guardian guardian, String reason) {
    var done = new CompletableFuture<Void>();
    if (!guardian.post(new Event.StopAsked(reason, done))) {
      done.complete(null);
    }
    return done;
  }

  /** Looks after nobody any more; the agents go on. */
  void leaveAlone() throws InterruptedException {
    isClosing = true;
    all().forEach(Guardian::leaveAlone);
    for (Guardian guardian : all()) {
      guardian.awaitEnd();
    }
  }
}
