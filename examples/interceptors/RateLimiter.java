import bub.client.transport.WebSocketConnector;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Peer;
import bub.protocol.TopicMessage.Verdict;

// Rate limiter: each topic has a bucket of BURST tokens, which refills at RATE tokens per second.
// Each message takes one token; a message that finds none is halted.
//
//   examples/run interceptors/RateLimiter ws://127.0.0.1:7892/v1 \
//     'agent:*' RATE BURST

static final Verdict PASS = new Verdict(true, false);
static final Verdict HALT = new Verdict(true, true);
static final Duration WAIT = Duration.ofSeconds(5);

/** Tokens that a topic had left at a time. */
record Bucket(double tokens, long nanos) {}

// Ordered by last use and limited, because senders can invent any number of topics. The least
// recently used bucket is most likely full again, and a full bucket need not be stored.
static final Map<String, Bucket> BUCKETS =
    new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
        return size() > 10_000;
      }
    };

void main(String[] args) throws Exception {
  String pattern = args[1];
  double rate = Double.parseDouble(args[2]);
  double burst = Double.parseDouble(args[3]);
  var gone = new CompletableFuture<String>();
  var link = WebSocketConnector.to(URI.create(args[0])).connect();
  // Runnable::run handles one message after the other on the link's thread, so messages keep their
  // order and the buckets need no lock.
  var peer = new Peer(link, Codec.standard(), Runnable::run, System::nanoTime, 16);
  peer.serve("sendMessage", message -> judge(message, rate, burst));
  peer.whenClosed((code, reason) -> gone.complete(code + " " + reason));
  peer.start();
  peer.call("initialize", out -> out.beginObject().field("clientId", "limiter").endObject(), WAIT);
  peer.call("subscribe", out -> out.beginObject().field("topic", pattern).endObject(), WAIT);
  IO.println("The rate limiter is ready for " + pattern + ".");

  System.err.println("Disconnected from the bus: " + gone.get());
  System.exit(1); // failure, so that a supervisor restarts this program
}

Verdict judge(RawJson message, double rate, double burst) {
  String topic = message.fields().string("topic");
  long now = System.nanoTime();
  Bucket before = BUCKETS.getOrDefault(topic, new Bucket(burst, now));
  double tokens = Math.min(burst, before.tokens() + rate * (now - before.nanos()) / 1e9);
  boolean passes = tokens >= 1;
  BUCKETS.put(topic, new Bucket(passes ? tokens - 1 : tokens, now));
  return passes ? PASS : HALT;
}
