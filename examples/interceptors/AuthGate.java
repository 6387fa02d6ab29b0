import bub.client.transport.WebSocketConnector;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Peer;
import bub.protocol.TopicMessage.Verdict;

// Authentication gate: a message reaches an agent only if its payload contains a known sender
// ("from") and the secret of that sender ("secret").
//
//   examples/run interceptors/AuthGate ws://127.0.0.1:7892/v1 SECRETS
//
// SECRETS is a file with lines "SENDER SECRET". It is not an argument, because every user of the
// machine can read the arguments of a program.

static final Verdict PASS = new Verdict(true, false);
static final Verdict HALT = new Verdict(true, true);
static final Duration WAIT = Duration.ofSeconds(5);

void main(String[] args) throws Exception {
  var secrets = new HashMap<String, String>();
  for (String line : Files.readAllLines(Path.of(args[1]))) {
    String[] words = line.split(" ", 2);
    secrets.put(words[0], words[1]);
  }
  var gone = new CompletableFuture<String>();
  var link = WebSocketConnector.to(URI.create(args[0])).connect();
  // Runnable::run handles one message after the other on the link's thread. The bus forwards
  // messages in the order of the answers, so they keep their order.
  var peer = new Peer(link, Codec.standard(), Runnable::run, System::nanoTime, 16);
  peer.serve("sendMessage", message -> judge(message, secrets));
  peer.whenClosed((code, reason) -> gone.complete(code + " " + reason));
  peer.start();
  peer.call("initialize", out -> out.beginObject().field("clientId", "gate").endObject(), WAIT);
  peer.call("subscribe", out -> out.beginObject().field("topic", "agent:*").endObject(), WAIT);
  IO.println("The gate is ready for " + secrets.size() + " senders.");

  System.err.println("Disconnected from the bus: " + gone.get());
  System.exit(1); // failure, so that a supervisor restarts this program
}

Verdict judge(RawJson message, Map<String, String> secrets) {
  Fields fields = message.fields();
  boolean passes = isKnown(fields.object("payload").fields(), secrets);
  // Print only the topic, because the rest is untrusted text.
  IO.println((passes ? "passed" : "halted") + " a message to " + fields.string("topic"));
  return passes ? PASS : HALT;
}

boolean isKnown(Fields payload, Map<String, String> secrets) {
  try {
    // Any sender can put any name here; the secret proves it.
    String expected = secrets.get(payload.string("from"));
    String given = payload.string("secret");
    // Constant time, so that the duration reveals nothing about the secret.
    return expected != null && MessageDigest.isEqual(given.getBytes(), expected.getBytes());
  } catch (InvalidField missing) {
    return false; // the bus would treat an exception as an error and skip this gate
  }
}
