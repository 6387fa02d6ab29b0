package bub.agent;

import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.message.AgentEvent.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;

/**
 * Tells the system agent that this agent is here, after every connect, and that it has something to
 * do, now and then. Safe for any thread; nobody waits for it.
 */
final class StatusReporter {
  private static final Address SYSTEM_AGENT = new Address("agent:system");
  private static final Duration ACTIVITY_EVERY = Duration.ofSeconds(10);
  private static final Backoff AGAIN = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));
  private static final int MAX_ATTEMPTS = 5;

  private final BusClient client;
  private final BestEffortEvents events;
  private final ClientEnvironment environment;
  private final CountDownLatch isReady = new CountDownLatch(1);
  private Instant reported = Instant.MIN;

  StatusReporter(BusClient client, BestEffortEvents events, ClientEnvironment environment) {
    this.client = client;
    this.events = events;
    this.environment = environment;
  }

  /** To be called before the client connects. */
  void watch() {
    client.onState(
        state -> {
          if (state instanceof ClientState.Connected) {
            Thread.ofVirtual().name("spawned").start(this::tellOfBirth);
          }
        });
  }

  /** The agent can do its work: only now is anybody told that it is here. */
  void ready() {
    isReady.countDown();
  }

  /** The system agent may be just about to come back, too: tries a few times. */
  private void tellOfBirth() {
    JsonWriter data = new JsonWriter().beginObject().field("client_id", client.clientId());
    data.field("pid", ProcessHandle.current().pid()).endObject();
    RawJson written = RawJson.trusted(data.toByteArray());
    try {
      isReady.await();
      for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        if (events.say(SYSTEM_AGENT, Kind.SPAWNED, written)) {
          return;
        }
        environment.time().sleep(AGAIN.delay(attempt, environment.chance()));
      }
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    }
  }

  /** A message has come or gone. */
  void moved() {
    Instant now = environment.time().now();
    synchronized (this) {
      if (now.isBefore(reported.plus(ACTIVITY_EVERY))) {
        return;
      }
      reported = now;
    }
    JsonWriter data = new JsonWriter().beginObject().field("at", now.toString()).endObject();
    RawJson written = RawJson.trusted(data.toByteArray());
    Thread.ofVirtual().name("activity").start(() -> tellOfActivity(written));
  }

  private void tellOfActivity(RawJson data) {
    try {
      events.say(SYSTEM_AGENT, Kind.ACTIVITY, data);
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    }
  }
}
