package bub.client.agent;

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

/** Reporter of presence and activity to the system agent. Safe for any thread; never blocks. */
public final class StatusReporter {
  private static final Address SYSTEM_AGENT = new Address("agent:system");
  private static final Duration ACTIVITY_EVERY = Duration.ofSeconds(10);
  private static final Backoff AGAIN = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));
  private static final int MAX_ATTEMPTS = 5;

  private final BusClient client;
  private final BestEffortEvents events;
  private final ClientEnvironment environment;
  private final CountDownLatch isReady = new CountDownLatch(1);
  private Instant reported = Instant.MIN;

  public StatusReporter(BusClient client, BestEffortEvents events, ClientEnvironment environment) {
    this.client = client;
    this.events = events;
    this.environment = environment;
  }

  /** Call it before the client connects. */
  public void watch() {
    client.onState(
        state -> {
          if (state instanceof ClientState.Connected) {
            Thread.ofVirtual().name("spawned").start(this::tellOfBirth);
          }
        });
  }

  public void ready() {
    isReady.countDown();
  }

  /** Retries, because the system agent may be reconnecting at the same time. */
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

  public void moved() {
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
