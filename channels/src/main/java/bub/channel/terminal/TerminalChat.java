package bub.channel.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.AgentSource;
import bub.channel.ChannelDescription;
import bub.channel.ChatEdge;
import bub.channel.ChatService;
import bub.channel.ChatSettings;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.NoAnswer;
import bub.client.NotConnected;
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

/** Chat of one person at one terminal, {@code term:id}, for a single use. */
public final class TerminalChat implements AutoCloseable {
  private static final int REMEMBERED_LINES = 1_000;
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

  private final TerminalSettings settings;
  private final ClientEnvironment environment;
  private final TerminalStore files;
  private final BusClient client;

  private TerminalChat(
      TerminalSettings settings,
      ClientEnvironment environment,
      TerminalStore files,
      BusClient client) {
    this.settings = settings;
    this.environment = environment;
    this.files = files;
    this.client = client;
  }

  /**
   * Opens the conversation.
   *
   * @param connect creates the client of this name, not connected yet
   * @throws bub.store.StoreInUse when the conversation is open in another terminal
   */
  public static TerminalChat open(TerminalSettings settings, Function<Address, BusClient> connect)
      throws IOException {
    return open(settings, connect, ClientEnvironment.system());
  }

  static TerminalChat open(
      TerminalSettings settings,
      Function<Address, BusClient> connect,
      ClientEnvironment environment)
      throws IOException {
    TerminalStore files = TerminalStore.open(settings, environment.time());
    BusClient client = connect.apply(ChannelDescription.TERMINAL.address(files.chat()));
    return new TerminalChat(settings, environment, files, client);
  }

  public Address address() {
    return client.clientId();
  }

  public ChatEnding converse() throws RpcException, NoAnswer, IOException, InterruptedException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).encoding(UTF_8).build()) {
      return converse(terminal);
    }
  }

  ChatEnding converse(Terminal terminal)
      throws RpcException, NoAnswer, IOException, InterruptedException {
    var reader = new ChatReader(terminal, variables(), settings.coloured());
    var history = new DefaultHistory(reader);
    reader.setHistory(history);
    try (ChatService chats = chats(new TerminalEdge(reader, environment.time()))) {
      var conversation = new TerminalConversation(reader, chats, files.chat(), settings.user());
      conversation.recall();
      client.onState(conversation::follow);
      chats.start();
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

  /** Notices for people go to {@code err}. Without a bus no input is read. */
  public ChatEnding pipe(BufferedReader in, PrintWriter out, PrintWriter err)
      throws RpcException, NoAnswer, IOException, InterruptedException {
    var pipe = new PipedChat(out, err, client::close);
    try (ChatService chats = chats(pipe)) {
      chats.start();
      client.awaitConnected(CONNECT_WITHIN);
      ChatEnding ending =
          pipe.run(in, chats, files.chat(), settings.user(), settings.answerWithin());
      return client.state() instanceof ClientState.Stopped(String reason) && !pipe.isUnheard()
          ? unavailable(reason, err)
          : ending;
    } catch (NotConnected noBus) {
      return unavailable(String.valueOf(noBus.getMessage()), err);
    }
  }

  private static ChatEnding unavailable(String reason, PrintWriter err) {
    err.println(SafeChatText.line(reason));
    err.flush();
    return ChatEnding.UNAVAILABLE;
  }

  private ChatService chats(ChatEdge edge) {
    Address to = settings.to();
    ChatSettings chats =
        to == null ? settings.chats() : settings.chats().withAgents(new AgentSource.Fixed(to));
    return new ChatService(
        ChannelDescription.TERMINAL, chats, files.store(), client, edge, environment);
  }

  /** Unanswered messages stay on disk. */
  @Override
  public void close() throws IOException {
    client.close();
    files.store().close();
  }
}
