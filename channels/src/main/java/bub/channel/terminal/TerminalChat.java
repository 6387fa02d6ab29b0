package bub.channel.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.AgentSource;
import bub.channel.ChannelFacts;
import bub.channel.ChatHouse;
import bub.channel.Edge;
import bub.channel.HouseSettings;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.client.State;
import bub.client.Surroundings;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jline.reader.LineReader;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * The chat of one person at one terminal, {@code term:id}. It is opened, used once by {@link
 * #converse()} or {@link #pipe}, and closed.
 */
public final class TerminalChat implements AutoCloseable {
  private static final int REMEMBERED_LINES = 1_000;
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

  private final TerminalSettings settings;
  private final Surroundings surroundings;
  private final TerminalStore files;
  private final BusClient client;

  private TerminalChat(
      TerminalSettings settings, Surroundings surroundings, TerminalStore files, BusClient client) {
    this.settings = settings;
    this.surroundings = surroundings;
    this.files = files;
    this.client = client;
  }

  /**
   * Finds the conversation.
   *
   * @param connect makes the client of this name, not connected yet
   * @throws bub.client.store.StoreInUse when the conversation is open in another terminal
   */
  public static TerminalChat open(TerminalSettings settings, Function<Address, BusClient> connect)
      throws IOException {
    return open(settings, connect, Surroundings.system());
  }

  static TerminalChat open(
      TerminalSettings settings, Function<Address, BusClient> connect, Surroundings surroundings)
      throws IOException {
    TerminalStore files = TerminalStore.open(settings, surroundings.time());
    BusClient client = connect.apply(ChannelFacts.TERMINAL.address(files.chat()));
    return new TerminalChat(settings, surroundings, files, client);
  }

  /** Where this person can be reached. */
  public Address address() {
    return client.clientId();
  }

  /** Talks with whoever sits at the terminal of this process. */
  public Ending converse() throws RpcException, NoAnswer, IOException, InterruptedException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).encoding(UTF_8).build()) {
      return converse(terminal);
    }
  }

  /** Talks with whoever sits at this terminal, until they leave. */
  Ending converse(Terminal terminal)
      throws RpcException, NoAnswer, IOException, InterruptedException {
    var reader = new ChatReader(terminal, variables(), settings.coloured());
    var history = new DefaultHistory(reader);
    reader.setHistory(history);
    try (ChatHouse house = house(new ScreenEdge(reader, surroundings.time()))) {
      var conversation = new Conversation(reader, house, files.chat(), settings.user());
      conversation.recall();
      client.onState(conversation::follow);
      house.start();
      return conversation.converse();
    } finally {
      history.save();
    }
  }

  private Map<String, Object> variables() {
    var variables = new HashMap<String, Object>();
    variables.put(LineReader.HISTORY_FILE, files.inputHistory());
    variables.put(LineReader.HISTORY_SIZE, REMEMBERED_LINES);
    variables.put(LineReader.HISTORY_FILE_SIZE, REMEMBERED_LINES);
    variables.put(LineReader.SECONDARY_PROMPT_PATTERN, "    › ");
    return variables;
  }

  /**
   * Takes each line as a message and writes the answers, until all of them are there. Notices for
   * people go to {@code err}. Without a bus nothing is read.
   */
  public Ending pipe(BufferedReader in, PrintWriter out, PrintWriter err)
      throws RpcException, NoAnswer, IOException, InterruptedException {
    var pipe = new Pipe(out, err, client::close);
    try (ChatHouse house = house(pipe)) {
      house.start();
      client.awaitConnected(CONNECT_WITHIN);
      Ending ending = pipe.run(in, house, files.chat(), settings.user(), settings.answerWithin());
      return client.state() instanceof State.Stopped(String reason) && !pipe.isUnheard()
          ? unavailable(reason, err)
          : ending;
    } catch (NotConnected noBus) {
      return unavailable(String.valueOf(noBus.getMessage()), err);
    }
  }

  private static Ending unavailable(String reason, PrintWriter err) {
    err.println(SafeText.line(reason));
    err.flush();
    return Ending.UNAVAILABLE;
  }

  private ChatHouse house(Edge edge) {
    Address to = settings.to();
    HouseSettings house =
        to == null ? settings.house() : settings.house().withAgents(new AgentSource.Fixed(to));
    return new ChatHouse(ChannelFacts.TERMINAL, house, files.store(), client, edge, surroundings);
  }

  /** What is unanswered stays on disk, for the next time. */
  @Override
  public void close() throws IOException {
    client.close();
    files.store().close();
  }
}
