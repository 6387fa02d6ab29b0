package bub.agent;

import bub.agent.ConversationAgent.AgentState;
import bub.agent.model.Model;
import bub.agent.tool.CapabilityTools;
import bub.agent.tool.FileSandbox;
import bub.agent.tool.FileTools;
import bub.agent.tool.LobbyAccess;
import bub.agent.tool.LobbyTools;
import bub.agent.tool.ScheduleMessage;
import bub.agent.tool.SendMessage;
import bub.agent.tool.Tool;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.client.agent.BestEffortEvents;
import bub.client.agent.StatusReporter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Parts of an agent, none of them started. */
record AgentAssembly(AgentMessageHandler reception, TurnLoop turns, AlarmClock alarms) {

  record Place(
      AgentSettings settings,
      Workspace workspace,
      WorkspaceConfig config,
      SystemPrompt instructions,
      FileSandbox files,
      BusClient client,
      StatusReporter reporter,
      BestEffortEvents aside,
      ClientEnvironment environment) {

    AgentState state() {
      return new AgentState(client.clientId(), config.talkto(), workspace.directory());
    }
  }

  static AgentAssembly of(Place place, AgentStores stores) {
    AgentSettings settings = place.settings();
    TimeSource time = place.environment().time();
    var isBusy = new AtomicBoolean();
    var estimate = new TokenEstimate();
    var memory = new ConversationMemory(stores.memory(), estimate, settings.limits());
    var outcomes = new ReplyOutcomes();
    var control = new TurnControl(stores.memory());
    var steps = new StepReporter(place.client(), settings.stepDetail());
    var notices = new BudgetNotices(place, stores.replies());
    var budgets = new BudgetClient(place.client(), place.environment(), notices::add);
    Model model =
        ModelFactory.of(
            settings, place.environment(), each -> new BudgetedModel(each, budgets, estimate));
    var reception =
        new AgentMessageHandler(
            settings.clientId(),
            place.config(),
            stores,
            new AgentCommands(
                place::state, stores, memory, model.name(), isBusy::get, outcomes, control),
            place.reporter(),
            place.aside(),
            outcomes,
            control);
    var alarms = new AlarmClock(stores.memory(), reception, settings.clientId(), time, steps);
    var lobby = new LobbyAccess(place.client());
    List<Tool> tools = tools(place, stores, lobby, alarms);
    var equipment =
        new TurnRunner.Equipment(
            settings.clientId(),
            place.config(),
            stores,
            memory,
            place.instructions(),
            tools,
            new CapabilityTools(
                lobby,
                time,
                settings.limits().capabilityTools(),
                names(tools),
                FromHeader::description),
            place.aside(),
            place.reporter(),
            outcomes,
            control,
            steps);
    var runner = new TurnRunner(equipment, model, estimate, settings.limits(), time);
    var turns = new TurnLoop(equipment, runner, notices, time, isBusy);
    return new AgentAssembly(reception, turns, alarms);
  }

  private static List<Tool> tools(
      Place place, AgentStores stores, LobbyAccess lobby, AlarmClock alarms) {
    var tools = new ArrayList<Tool>();
    tools.add(new SendMessage(place.client(), place.config()::talkto));
    tools.addAll(LobbyTools.of(lobby, FromHeader::description));
    tools.addAll(FileTools.of(place.files()));
    tools.add(new ScheduleMessage(stores.memory(), place.environment().time(), alarms::look));
    return tools;
  }

  private static Set<String> names(List<Tool> tools) {
    return tools.stream().map(tool -> tool.spec().name()).collect(Collectors.toSet());
  }
}
