package bub.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wire of the lobby: calls between agents with tokens, under a contract with schemas. */
public record LobbyWire(String text) implements Wire {
  private static final String CAPABILITY =
      """
      {"name":"echo","description":"Says it again.",\
      "input_schema":{"type":"object","required":["text"],"additionalProperties":false,\
      "properties":{"text":{"type":"string","minLength":1,"maxLength":10000},\
      "urgent":{"type":"boolean"}}},\
      "output_schema":{"type":"object","required":["length"],"additionalProperties":false,\
      "properties":{"length":{"type":"integer","minimum":0},"note":{"type":"string"}}}}\
      """;

  @Override
  public BenchConversation receiver(int index) {
    return new Providing("lobby_r" + index);
  }

  @Override
  public RequestSender sender(int index, RequestsInFlight flight) {
    return new Calling(index, flight, text);
  }

  private abstract static class Agent implements BenchConversation {
    private static final Pattern TOKEN = Pattern.compile("\"auth_token\":\"([^\"]+)\"");
    private static final byte[] CONVERSATION = "\"conversation_id\":\"".getBytes(US_ASCII);

    final PayloadBuffer scratch = new PayloadBuffer();
    final String id;
    private final String capabilities;
    private String token = "";

    Agent(String id, String capabilities) {
      this.id = id;
      this.capabilities = capabilities;
    }

    @Override
    public String path() {
      return "/lobby";
    }

    @Override
    public void open(FrameWriter out) {
      String register =
          """
          {"sender_id":"%s","receiver_id":"global_lobby","message_type":"REGISTER",\
          "payload":{"capabilities":[%s]}}\
          """
              .formatted(id, capabilities);
      out.frame(FrameWriter.TEXT, scratch.clear().put(register.getBytes(US_ASCII)));
    }

    @Override
    public boolean ready() {
      return !token.isEmpty();
    }

    @Override
    public void receive(byte[] frame, int length, FrameWriter out) {
      if (ready()) {
        answer(frame, length, out);
        return;
      }
      Matcher found = TOKEN.matcher(new String(frame, 0, length, UTF_8));
      if (!found.find()) {
        throw new BenchFailure(
            "the lobby refused a registration: " + new String(frame, 0, length, UTF_8));
      }
      token = found.group(1);
      registered("\",\"auth_token\":\"" + token + "\"}");
    }

    /** Called once with {@code end}, the text that ends each later message. */
    abstract void registered(String end);

    abstract void answer(byte[] frame, int length, FrameWriter out);

    /** Returns the position of the conversation number, which this bench has assigned. */
    static int conversation(byte[] frame, int length) {
      for (int at = length - CONVERSATION.length; at >= 0; at--) {
        if (frame[at] == '"' && starts(frame, at)) {
          return at + CONVERSATION.length;
        }
      }
      throw new BenchFailure(
          "the message has no conversation id of this bench: "
              + new String(frame, 0, length, UTF_8));
    }

    private static boolean starts(byte[] frame, int at) {
      for (int i = 0; i < CONVERSATION.length; i++) {
        if (frame[at + i] != CONVERSATION[i]) {
          return false;
        }
      }
      return true;
    }
  }

  private static final class Providing extends Agent {
    private static final byte[] SENDER = "{\"sender_id\":\"".getBytes(US_ASCII);

    private byte[] head = {};
    private byte[] middle = {};
    private byte[] end = {};

    Providing(String id) {
      super(id, CAPABILITY);
    }

    @Override
    void registered(String token) {
      head = ("{\"sender_id\":\"" + id + "\",\"receiver_id\":\"").getBytes(US_ASCII);
      middle =
          ("\",\"message_type\":\"RESPONSE\",\"payload\":{\"status\":\"success\",\"length\":200},"
                  + "\"conversation_id\":\"")
              .getBytes(US_ASCII);
      end = token.getBytes(US_ASCII);
    }

    @Override
    void answer(byte[] frame, int length, FrameWriter out) {
      int from = SENDER.length;
      int conversation = conversation(frame, length);
      scratch.clear().put(head).put(frame, from, quote(frame, from) - from).put(middle);
      scratch.put(frame, conversation, quote(frame, conversation) - conversation).put(end);
      out.frame(FrameWriter.TEXT, scratch);
    }

    private static int quote(byte[] frame, int from) {
      int at = from;
      while (frame[at] != '"') {
        at++;
      }
      return at;
    }
  }

  private static final class Calling extends Agent implements RequestSender {
    private static final String SUCCESS = "\"status\":\"success\"";

    private final RequestsInFlight flight;
    private final byte[] head;
    private final byte[] middle;
    private byte[] end = {};

    Calling(int index, RequestsInFlight flight, String text) {
      super("lobby_s" + index, "");
      this.flight = flight;
      this.head = ("{\"sender_id\":\"" + id + "\",\"receiver_id\":\"lobby_r").getBytes(US_ASCII);
      this.middle =
          ("\",\"message_type\":\"REQUEST\",\"payload\":{\"capability_name\":\"echo\",\"text\":\""
                  + text
                  + "\"},\"conversation_id\":\"")
              .getBytes(US_ASCII);
    }

    @Override
    void registered(String token) {
      end = token.getBytes(US_ASCII);
    }

    @Override
    public void request(long conversation, int receiver, FrameWriter out) {
      scratch.clear().put(head).putDecimal(receiver).put(middle).putDecimal(conversation).put(end);
      out.frame(FrameWriter.TEXT, scratch);
    }

    @Override
    void answer(byte[] frame, int length, FrameWriter out) {
      if (!new String(frame, 0, length, US_ASCII).contains(SUCCESS)) {
        throw new BenchFailure("a call failed: " + new String(frame, 0, length, UTF_8));
      }
      long id = 0;
      for (int at = conversation(frame, length); frame[at] != '"'; at++) {
        id = id * 10 + (frame[at] - '0');
      }
      flight.landed(id, this, out);
    }
  }
}
