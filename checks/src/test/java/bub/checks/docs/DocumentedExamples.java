package bub.checks.docs;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.lobby.CallRefused;
import bub.client.lobby.Contract;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.json.RawJson;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.Link;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.SendResult;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Examples of the documentation as code; {@link DocumentationTest} compares and runs them. */
@SuppressWarnings({"SystemOut", "NullAway"}) // written as a reader would write them
final class DocumentedExamples {
  private DocumentedExamples() {}

  static Peer responder(Link link) {
    // snippet: responder
    Peer responder = Peer.over(link);
    responder.serve(
        "add",
        params -> {
          long sum = 0;
          for (RawJson number : params.elements()) {
            sum += number.asLong(0);
          }
          long result = sum;
          return out -> out.value(result);
        });
    responder.listen("log", params -> System.out.println("heard " + params));
    responder.start();
    // end
    return responder;
  }

  static void caller(Link link) throws InterruptedException {
    // snippet: caller
    Peer caller = Peer.over(link).start();
    caller.notify("log", out -> out.beginObject().field("text", "hello").endObject());
    try {
      RawJson sum =
          caller.call(
              "add", out -> out.beginArray().value(1).value(2).endArray(), Duration.ofSeconds(5));
      System.out.println(sum);
    } catch (RpcException refused) { // the other side answered with an error
      System.out.println(refused.error().code() + " " + refused.error().message());
    } catch (CallFailed failed) { // no answer: too late, disconnected, busy or garbled
      System.out.println(failed.reply().problem());
    }
    // end
  }

  static void client(String url) throws Exception {
    // snippet: client
    var settings =
        ClientSettings.of(URI.create("ws://127.0.0.1:7892"), new Address("agent:worker"));
    // (elsewhere)
    settings = at(url, settings);
    // (here)
    try (BusClient worker = BusClient.of(settings)) {
      worker.serve(message -> Ack.ok("got " + message.messageId())); // one virtual thread a message
      worker.connect();
      worker.subscribe("jobs:*");
      SendResult result =
          worker.send(
              new Address("jobs:1"), out -> out.beginObject().field("type", "job").endObject());
      result.acks().forEach(ack -> System.out.println(ack.message()));
    }
    // end
  }

  static void lobby(String url, Path home) throws Exception {
    // snippet: lobby
    record Query(String item) {}
    record Price(double price) {}
    var findPrice = Contract.of("find_price", Query.class, Price.class);
    var bus = URI.create("ws://127.0.0.1:7892");
    var key = Path.of("prices.token");
    // (elsewhere)
    bus = bus.resolve(url);
    key = home.resolve(key);
    // (here)

    try (var provider = BusClient.of(ClientSettings.of(bus, new Address("agent:prices")));
        var caller = BusClient.of(ClientSettings.of(bus, new Address("agent:shopper")))) {
      var prices = LobbyClient.of(provider, LobbyToken.file(key));
      provider.connect();
      prices.offer(findPrice, query -> new Price(query.item().length()));

      var shopper = LobbyClient.of(caller); // whoever only calls needs no token
      caller.connect();
      System.out.println(shopper.call(findPrice, new Query("tea")).price());
    } catch (CallRefused refused) {
      System.out.println(refused.code() + " " + refused.getMessage() + refused.violations());
    }
    // end
  }

  private static ClientSettings at(String url, ClientSettings like) {
    return ClientSettings.of(URI.create(url), like.clientId());
  }
}
