import bub.client.transport.WebSocketConnector;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Peer;
import bub.protocol.TopicMessage.Verdict;

// An authentication gate: a message reaches an agent only when its payload names a sender of the
// list ("from") and has that sender's secret ("secret").
//
//   examples/run interceptors/AuthGate ws://127.0.0.1:7892/v1 SECRETS
//
// SECRETS is a file with lines "SENDER SECRET". A file and not an argument, because everyone on the
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
  // Runnable::run: we answer on the link's own thread, one message after the other. Messages go on
  // in the order of our answers, so this keeps them in theirs.
  var peer = new Peer(link, Codec.standard(), Runnable::run, System::nanoTime, 16);
  peer.serve("sendMessage", message -> judge(message, secrets));
  peer.whenClosed((code, reason) -> gone.complete(code + " " + reason));
  peer.start();
  peer.call("initialize", out -> out.beginObject().field("clientId", "gate").endObject(), WAIT);
  peer.call("subscribe", out -> out.beginObject().field("topic", "agent:*").endObject(), WAIT);
  IO.println("the gate is ready and knows " + secrets.size() + " senders");

  System.err.println("the bus is gone: " + gone.get());
  System.exit(1); // a failure, so that whoever supervises this program starts it again
}

Verdict judge(RawJson message, Map<String, String> secrets) {
  Fields fields = message.fields();
  boolean passes = isKnown(fields.object("payload").fields(), secrets);
  // The topic only: what else strangers write does not belong on a terminal.
  IO.println((passes ? "passed" : "halted") + " a message to " + fields.string("topic"));
  return passes ? PASS : HALT;
}

boolean isKnown(Fields payload, Map<String, String> secrets) {
  try {
    // Anybody can write any name here; the secret proves it.
    String expected = secrets.get(payload.string("from"));
    String given = payload.string("secret");
    // In constant time: how long we take tells nothing about the secret.
    return expected != null && MessageDigest.isEqual(given.getBytes(), expected.getBytes());
  } catch (InvalidField missing) {
    return false; // thrown on, it would be an error and no verdict: the bus would pass us over
  }
}
