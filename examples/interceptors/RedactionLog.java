import bub.client.transport.WebSocketConnector;
import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Peer;
import bub.protocol.TopicMessage.Verdict;

// A log that may be shown around: a JSON line for every message, without secrets, mail addresses
// and long numbers. It halts nothing.
//
//   examples/run interceptors/RedactionLog ws://127.0.0.1:7892/v1 \
//     '*' [FILE]

static final Verdict PASS = new Verdict(true, false);
static final Duration WAIT = Duration.ofSeconds(5);
static final RawJson HIDDEN = RawJson.trusted("\"***\"".getBytes());
static final Pattern SECRET = Pattern.compile("(?i).*(secret|password|token|api_?key).*");
// With upper limits, or a long text would keep it busy for minutes.
static final Pattern PRIVATE = Pattern.compile("[\\w.+-]{1,64}@[\\w.-]{1,255}|\\d[\\d -]{5,30}\\d");

void main(String[] args) throws Exception {
  String pattern = args[1];
  // A PrintStream never throws: a full disk must not become an error, which could halt messages.
  var log =
      args.length > 2 ? new PrintStream(new FileOutputStream(args[2], true), true) : System.out;
  var gone = new CompletableFuture<String>();
  var link = WebSocketConnector.to(URI.create(args[0])).connect();
  // Runnable::run: one message after the other, so the lines are in the order of the messages.
  var peer = new Peer(link, Codec.standard(), Runnable::run, System::nanoTime, 16);
  peer.serve("sendMessage", message -> write(message, log));
  peer.listen("notify", message -> write(message, log)); // these nobody can halt, but all can see
  peer.whenClosed((code, reason) -> gone.complete(code + " " + reason));
  peer.start();
  peer.call("initialize", out -> out.beginObject().field("clientId", "redactor").endObject(), WAIT);
  peer.call("subscribe", out -> out.beginObject().field("topic", pattern).endObject(), WAIT);
  System.err.println("the redaction log is ready for " + pattern); // standard output is the log

  System.err.println("the bus is gone: " + gone.get());
  System.exit(1); // a failure, so that whoever supervises this program starts it again
}

Verdict write(RawJson message, PrintStream log) {
  var line = new JsonWriter().beginObject().field("time", Instant.now().toString());
  line.field("topic", hide(message.fields().string("topic"))).name("payload");
  copy(message.fields().object("payload"), line);
  log.println(line.endObject());
  return PASS;
}

/** Copies a value, however deep, without what is nobody's business. */
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
