package bub.conformance;

import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.TimeSource;
import bub.client.agent.Agent;
import bub.client.store.DeadLetter;
import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Commands of the suite, carried out with one agent. Safe for any thread. */
final class DriverCommands {
  private static final JsonValue NOTHING = RawJson.EMPTY_OBJECT;
  private static final String OTHERS = "";

  private final HandledLog handled = new HandledLog();
  private final Behaviours behaviours = new Behaviours(handled);
  private final Map<String, Fields> wanted = new LinkedHashMap<>();
  private volatile Duration offset = Duration.ZERO;
  private Agent agent;

  JsonValue carryOut(String command, Fields params) throws Exception {
    return switch (command) {
      case "connect" -> connect(params);
      case "handle" -> handle(params);
      case "release" -> {
        behaviours.release();
        yield NOTHING;
      }
      case "handled" -> handled(params);
      case "subscribe" -> {
        agent().client().subscribe(params.string("pattern"));
        yield NOTHING;
      }
      case "unsubscribe" -> {
        agent().client().unsubscribe(params.string("pattern"));
        yield NOTHING;
      }
      case "send" -> send(params);
      case "post" -> post(params);
      case "outbox" -> outbox();
      case "offer" -> offer(params);
      case "call" -> call(params);
      case "ask" -> {
        String text = agent().ask(params.string("to"), params.string("text"));
        yield out -> out.beginObject().field("text", text).endObject();
      }
      case "ping" -> agent().client().ping();
      case "status" -> agent().client().status();
      case "state" -> state(params);
      case "clock" -> {
        offset = Duration.ofMillis(params.integer("jump", 0));
        yield NOTHING;
      }
      case "drain", "close" -> {
        agent().close();
        yield NOTHING;
      }
      default -> throw new DriverErrors.Unsupported(command);
    };
  }

  private synchronized Agent agent() {
    if (agent == null) {
      throw new IllegalStateException("connect comes first");
    }
    return agent;
  }

  void close() {
    Agent running;
    synchronized (this) {
      running = agent;
    }
    if (running != null) {
      running.drain(Duration.ofSeconds(1));
    }
  }

  private JsonValue connect(Fields params) throws Exception {
    Agent created = create(params);
    if (params.bool("wait", true)) {
      created.connect();
    } else {
      created.start();
    }
    return state(RawJson.EMPTY_OBJECT.fields());
  }

  private synchronized Agent create(Fields params) {
    Agent created =
        Agent.named(params.string("clientId"))
            .bus(params.string("url"))
            .maxHandlers((int) params.integer("maxHandlers", 1024))
            .callTimeout(Duration.ofMillis(params.integer("callTimeout", 65_000)))
            .environment(environment());
    String directory = params.optionalString("dir");
    created = directory == null ? created.inMemory() : created.directory(Path.of(directory));
    String token = params.optionalString("tokenFile");
    created = token == null ? created : created.tokenFile(Path.of(token));
    created = params.bool("oneAtATime", false) ? created.oneAtATime() : created;
    created = "disk".equals(params.optionalString("inbox")) ? created.rememberOnDisk() : created;
    for (var one : wanted.entrySet()) {
      behaviours.serve(created, one.getKey().equals(OTHERS) ? null : one.getKey(), one.getValue());
    }
    agent = created;
    return created;
  }

  private ClientEnvironment environment() {
    ClientEnvironment system = ClientEnvironment.system();
    TimeSource shifted =
        new TimeSource() {
          @Override
          public Instant now() {
            return Instant.now().plus(offset);
          }

          @Override
          public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
          }
        };
    return new ClientEnvironment(shifted, system.chance(), system.messageIds());
  }

  private synchronized JsonValue handle(Fields params) {
    String type = params.optionalString("type");
    Fields behaviour = params.object("behaviour").fields();
    wanted.put(type == null ? OTHERS : type, behaviour);
    if (agent != null) {
      behaviours.serve(agent, type, behaviour);
    }
    return NOTHING;
  }

  private JsonValue handled(Fields params) throws Exception {
    List<JsonValue> runs = handled.await(params.integer("atLeast", 0), within(params));
    return out -> {
      out.beginObject().name("messages").beginArray();
      runs.forEach(out::value);
      out.endArray().endObject();
    };
  }

  private static Duration within(Fields params) {
    return Duration.ofMillis(params.integer("within", 10_000));
  }

  private static String id(Fields params) {
    String id = params.optionalString("messageId");
    return id == null ? "msg_" + UUID.randomUUID() : id;
  }

  private SendResult send(Fields params) throws Exception {
    var client = agent().client();
    var to = new Address(params.string("to"));
    var id = new MessageId(id(params));
    return client.send(new Envelope(client.clientId(), to, id, params.object("payload")));
  }

  private JsonValue post(Fields params) throws Exception {
    MessageId id = agent().post(params.string("to"), id(params), params.object("payload"));
    return out -> out.beginObject().field("messageId", id).endObject();
  }

  private JsonValue outbox() throws Exception {
    long waiting = agent().outboxSize();
    List<DeadLetter> dead = agent().deadLetters(100);
    return out -> {
      out.beginObject().field("waiting", waiting).name("deadLetters").beginArray();
      for (DeadLetter letter : dead) {
        out.beginObject().field("messageId", letter.envelope().messageId());
        out.field("reason", letter.reason()).endObject();
      }
      out.endArray().endObject();
    };
  }

  private JsonValue offer(Fields params) throws Exception {
    agent()
        .lobby()
        .offerWithProgress(
            Capability.read(params.object("capability")),
            behaviours.capability(params.object("behaviour").fields()));
    return NOTHING;
  }

  private JsonValue call(Fields params) throws Exception {
    var progress = new CopyOnWriteArrayList<RawJson>();
    var request = agent().lobby().request(params.string("name")).onProgress(progress::add);
    String provider = params.optionalString("agent");
    request = provider == null ? request : request.to(new Address(provider));
    RawJson output = request.call(params.object("input"));
    return out -> {
      out.beginObject().field("output", output).name("progress").beginArray();
      progress.forEach(out::value);
      out.endArray().endObject();
    };
  }

  private JsonValue state(Fields params) throws Exception {
    String awaited = params.optionalString("is");
    long deadline = System.nanoTime() + within(params).toNanos();
    ClientState state = agent().state();
    while (awaited != null && !name(state).equals(awaited)) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("the agent is " + name(state) + ": " + state.words());
      }
      TimeUnit.MILLISECONDS.sleep(10);
      state = agent().state();
    }
    ClientState now = state;
    return out ->
        out.beginObject().field("state", name(now)).field("reason", now.words()).endObject();
  }

  private static String name(ClientState state) {
    return switch (state) {
      case ClientState.Connecting _ -> "connecting";
      case ClientState.Connected _ -> "connected";
      case ClientState.Waiting _ -> "waiting";
      case ClientState.Stopped _ -> "stopped";
    };
  }
}
