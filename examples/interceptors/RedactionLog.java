import bub.client.transport.WebSocketConnector;
import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Peer;
import bub.protocol.TopicMessage.Verdict;

// Log that is safe to share: one JSON line per message, without secrets, mail addresses and long
// numbers. It halts nothing.
//
//   examples/run interceptors/RedactionLog ws://127.0.0.1:7892/v1 \
//     '*' [FILE]

static final Verdict PASS = new Verdict(true, false);
static final Duration WAIT = Duration.ofSeconds(5);
static final RawJson HIDDEN = RawJson.trusted("\"***\"".getBytes());
static final Pattern SECRET = Pattern.compile("(?i).*(secret|password|token|api_?key).*");
// The limits keep a long text from taking minutes to match.
static final Pattern PRIVATE = Pattern.compile("[\\w.+-]{1,64}@[\\w.-]{1,255}|\\d[\\d -]{5,30}\\d");

void main(String[] args) throws Exception {
  String pattern = args[1];
  // A PrintStream never throws: a full disk must not become an error, which could halt messages.
  var log =
      args.length > 2 ? new PrintStream(new FileOutputStream(args[2], true), true) : System.out;
  var gone = new CompletableFuture<String>();
  var link = WebSocketConnector.to(URI.create(args[0])).connect();
  // Runnable::run handles one message after the other, so the lines are in message order.
  var peer = new Peer(link, Codec.standard(), Runnable::run, System::nanoTime, 16);
  peer.serve("sendMessage", message -> write(message, log));
  peer.listen("notify", message -> write(message, log)); // notifications cannot be halted
  peer.whenClosed((code, reason) -> gone.complete(code + " " + reason));
  peer.start();
  peer.call("initialize", out -> out.beginObject().field("clientId", "redactor").endObject(), WAIT);
  peer.call("subscribe", out -> out.beginObject().field("topic", pattern).endObject(), WAIT);
  // Standard output is the log.
  System.err.println("The redaction log is ready for " + pattern + ".");

  System.err.println("Disconnected from the bus: " + gone.get());
  System.exit(1); // failure, so that a supervisor restarts this program
}

Verdict write(RawJson message, PrintStream log) {
  var line = new JsonWriter().beginObject().field("time", Instant.now().toString());
  line.field("topic", hide(message.fields().string("topic"))).name("payload");
  copy(message.fields().object("payload"), line);
  log.println(line.endObject());
  return PASS;
}

/** Copies a value at any depth, without private data. */
void copy(RawJson value, JsonWriter out) {
  if (value.isObject()) {
    Fields fields = value.fields();
    out.beginObject();
    for (int i = 0; i < fields.count(); i++) {
      boolean secret = SECRET.matcher(fields.name(i)).matches();
      out.name(hide(fields.name(i)));
      copy(secret ? HIDDEN : fields.value(i), out);
    }
    out.endObject();
  } else if (value.isArray()) {
    out.beginArray();
    value.elements().forEach(element -> copy(element, out));
    out.endArray();
  } else if (value.isString()) {
    out.value(hide(value.asString()));
  } else {
    out.value(PRIVATE.matcher(value.toString()).find() ? HIDDEN : value);
  }
}

String hide(String text) {
  return PRIVATE.matcher(text).replaceAll("***");
}
