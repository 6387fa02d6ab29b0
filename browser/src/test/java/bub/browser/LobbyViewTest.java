package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import bub.client.lobby.CallRefused;
import bub.json.RawJson;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The lobby view, as people use it to find and call capabilities. */
class LobbyViewTest {
  private static final String WHAT_IS_SHOWN = "tree => JSON.stringify(tree.value)";

  @RegisterExtension static final Stage stage = Stage.withBub();

  private static final String FIND_PRICE =
      """
      {"name": "find_price", "description": "Finds out what an item costs", "version": "2.1.0",
       "keywords": ["shopping"], "timeout_seconds": 10,
       "input_schema": {"type": "object", "required": ["item"], "additionalProperties": false,
         "properties": {"item": {"type": "string", "description": "As it is written on the shelf"},
           "currency": {"enum": ["EUR", "JPY"], "default": "EUR"},
           "most": {"type": "number", "minimum": 0, "maximum": 1000}}},
       "output_schema": {"type": "object", "required": ["price"],
         "properties": {"price": {"type": "number"}}}}
      """;

  private static final String BOOK_TRIP =
      """
      {"name": "book_trip", "description": "Books a trip",
       "input_schema": {"type": "object", "required": ["from", "pay"],
         "$defs": {"place": {"type": "object", "required": ["city"],
           "properties": {"city": {"type": "string"}}}},
         "properties": {
           "from": {"$ref": "#/$defs/place"},
           "stops": {"type": "array", "items": {"type": "string"}},
           "meals": {"type": "array", "items": {"enum": ["vegan", "halal"]}},
           "seats": {"type": "integer", "default": 1},
           "note": {"type": ["string", "null"]},
           "pay": {"oneOf": [
             {"title": "Card", "type": "object", "required": ["by"],
               "properties": {"by": {"const": "card"}}},
             {"title": "Invoice", "type": "object", "required": ["by", "company"],
               "properties": {"by": {"const": "invoice"}, "company": {"type": "string"}}}]},
           "extra": {}}},
       "output_schema": {}}
      """;

  private static final String ADMIT =
      """
      {"name": "admit", "description": "Admits a pet",
       "input_schema": {"type": "object",
         "$defs": {"pet": {"oneOf": [
           {"title": "Cat", "type": "object", "required": ["kind"],
             "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}}},
           {"title": "Dog", "type": "object", "required": ["kind"],
             "properties": {"kind": {"const": "dog"}}}]}},
         "properties": {
           "pet": {"$ref": "#/$defs/pet"},
           "others": {"type": "array", "items": {"$ref": "#/$defs/pet"}}}},
       "output_schema": {}}
      """;

  private static RawJson price(RawJson input) throws Exception {
    return switch (input.fields().string("item")) {
      case "gold" -> throw new CallRefused("no price known for gold");
      case "air" -> Peers.json("{\"price\": \"nothing\"}");
      default -> Peers.json("{\"price\": 3.2}");
    };
  }

  /** An id belongs to who registered it first, so that every test has an agent of its own. */
  private static Page atFindPrice(Visitor visitor, String agent) throws Exception {
    stage.peers().agent(agent, FIND_PRICE, LobbyViewTest::price);
    return visitor.opens("/lobby?agent=" + agent + "&capability=find_price@2.1.0");
  }

  private static Locator outcome(Page page) {
    return page.getByLabel("Outcome of the call");
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void aChatWithAnAgentOfTheLobbyBeginsThere() throws Exception {
    stage.peers().agent("agent:talker", FIND_PRICE, LobbyViewTest::price);
    Page page = stage.visitor().opens("/lobby?agent=agent:talker");

    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("Chat with it")).click();

    assertThat(page.getByText("Your messages go to agent:talker")).isVisible();
    assertThat(Chats.path(page)).startsWith("/chat/");
  }

  @Test
  void aCapabilityIsFoundAndCalledByKeyboardAlone() throws Exception {
    String contract = FIND_PRICE.replace("shopping", "market");
    stage.peers().agent("agent:prices", contract, LobbyViewTest::price);
    Visitor ann = stage.visitor();
    Page page = ann.opens("/lobby");
    ann.tabsTo(page.getByLabel("Search agents and capabilities"));
    page.keyboard().type("market");
    ann.tabsTo(page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("find_price")));
    ann.presses("Enter");
    ann.tabsTo(page.getByLabel("item"));
    page.keyboard().type("tea");
    ann.presses("Enter");

    assertThat(outcome(page)).containsText("the output matches its contract");
    assertThat(outcome(page)).containsText("price: 3.2");
    assertThat(page.getByText("bub lobby call find_price@2.1.0 --agent agent:prices"))
        .containsText("--input '{\"currency\":\"EUR\",\"item\":\"tea\"}'");
    ann.findsItAccessible();
    ann.picture("lobby");
  }

  @Test
  void whatIsWrongIsSaidWhereItIs() throws Exception {
    Visitor ann = stage.visitor(Look.DARK);
    Page page = atFindPrice(ann, "agent:grocer");

    button(page, "Call").click();
    assertThat(outcome(page)).containsText("The input does not match the contract");
    assertThat(page.getByLabel("item")).isFocused();
    assertThat(page.getByText("This is required.")).isVisible();
    ann.findsItAccessible();
    ann.picture("lobby-refused");

    page.getByLabel("item").fill("air");
    button(page, "Call").click();
    assertThat(outcome(page)).containsText("/price must be a number, not a string");
    page.getByLabel("item").fill("gold");
    button(page, "Call").click();
    assertThat(outcome(page)).containsText("no price known for gold");

    button(page, "JSON").click();
    page.getByLabel("Input as JSON").fill("{\n  \"item\": tea\n}");
    assertThat(page.getByText("line 2, column 11")).isVisible();
    page.getByLabel("Input as JSON").fill("{\"item\": \"tea\"}");
    button(page, "Form").click();
    assertThat(page.getByLabel("item")).hasValue("tea");
  }

  @Test
  void aFormIsMadeOfWhateverTheSchemaAsksFor() throws Exception {
    stage.peers().agent("agent:travel", BOOK_TRIP, input -> input);
    Visitor ann = stage.visitor();
    Page page = ann.opens("/lobby?agent=agent:travel&capability=book_trip");

    page.getByLabel("city").fill("Porto");
    button(page, "Add to stops").click();
    page.getByLabel("1", new Page.GetByLabelOptions().setExact(true)).fill("Faro");
    page.getByLabel("halal").check();
    page.getByLabel("seats").fill("2");
    page.getByLabel("null").check();
    page.getByLabel("Kind", new Page.GetByLabelOptions().setExact(true)).selectOption("Invoice");
    page.getByLabel("company").fill("Ann & Co");
    page.getByLabel("extra").fill("[1");
    button(page, "Call").click();
    assertThat(page.getByLabel("extra")).isFocused();
    page.getByLabel("extra").fill("[1]");
    button(page, "Call").click();

    assertThat(outcome(page)).containsText("any output");
    assertThat(String.valueOf(outcome(page).locator("bub-json").evaluate(WHAT_IS_SHOWN)))
        .contains(
            "\"from\":{\"city\":\"Porto\"",
            "\"Faro\"",
            "\"halal\"",
            "\"seats\":2",
            "\"note\":null",
            "\"by\":\"invoice\"",
            "\"company\":\"Ann & Co\"",
            "\"extra\":[1]");
    ann.findsItAccessible();
  }

  @Test
  void whatMayBeLeftOutCanBeTakenAwayAgain() throws Exception {
    stage.peers().agent("agent:vet", ADMIT, input -> input);
    Page page = stage.visitor().opens("/lobby?agent=agent:vet&capability=admit");
    Locator kinds = page.getByLabel("Kind", new Page.GetByLabelOptions().setExact(true));
    Locator command = page.locator(".terminal code");

    assertThat(page.getByLabel("lives")).hasCount(0);
    kinds.first().selectOption("Cat");
    page.getByLabel("lives").fill("7");
    assertThat(command).containsText("{\"pet\":{\"kind\":\"cat\",\"lives\":7}}");
    kinds.first().selectOption("not set");
    assertThat(command).containsText("'{}'");

    button(page, "Add to others").click();
    button(page, "Add to others").click();
    kinds.nth(1).selectOption("Dog");
    button(page, "Remove 1 of others").click();
    assertThat(command).containsText("{\"others\":[{\"kind\":\"cat\"}]}");
    assertThat(kinds.nth(1).locator("option:checked")).hasText("Cat");
  }

  @Test
  void theListFollowsWhoComesAndLeaves() throws Exception {
    Visitor ann = stage.visitor();
    Page page = ann.opens("/lobby");
    var weather =
        stage.peers().agent("agent:weather", FIND_PRICE.replace("find_price", "rain"), i -> i);
    Locator entry =
        page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("agent:weather online"));
    assertThat(entry).isVisible();

    weather.close();
    assertThat(page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("agent:weather offl")))
        .isVisible();
    page.navigate(stage.console().url("/lobby?agent=agent:weather&capability=rain@2.1.0"));
    page.getByLabel("item").fill("today");
    button(page, "Call").click();
    assertThat(outcome(page)).containsText("The agent is not connected");
  }

  @Test
  void onAPhoneTheFormTakesThePlaceOfTheList() throws Exception {
    stage.peers().agent("agent:baker", FIND_PRICE.replace("find_", "bread_"), LobbyViewTest::price);
    Visitor ann = stage.visitor(Look.DARK_PHONE);
    Page page = ann.opens("/lobby");
    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("bread_price")).click();
    page.getByLabel("item").fill("tea");
    button(page, "Call").click();

    assertThat(outcome(page)).containsText("3.2");
    assertThat((Integer) page.evaluate("document.scrollingElement.scrollWidth")).isEqualTo(390);
    ann.findsItAccessible();
    ann.picture("lobby");
    page.locator("bub-lobby a.back").click();
    assertThat(page.getByLabel("Search agents and capabilities")).isVisible();
    assertThat(page.getByLabel("item")).not().isVisible();
  }

  @Test
  void hostileContractsAreTextAndDoNotFreezeThePage() throws Exception {
    String members =
        IntStream.range(0, 1500)
            .mapToObj(n -> ",\"<img src=x onerror=alert(%d)>\":{}".formatted(n))
            .collect(Collectors.joining());
    String wide =
        "{\"type\":\"object\",\"required\":[\"self\"],\"properties\":{\"self\":{\"$ref\":\"#\"}%s}}"
            .formatted(members);
    stage
        .peers()
        .agent(
            Hostile.NAMES.getFirst(),
            "{\"name\":\"trap\",\"description\":%s,\"input_schema\":%s,\"output_schema\":{}}"
                .formatted("\"<img src=x onerror=alert(1)> \\u202Etxt.exe \\u001b[31mred\"", wide),
            input -> input);
    Visitor ann = stage.visitor();
    Page page = ann.opens("/lobby");
    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("trap")).click();

    assertThat(page.getByText("‹202E›txt.exe").first()).isVisible();
    assertThat(page.locator("bub-lobby img")).hasCount(0);
    assertThat(page.locator("bub-schema-form fieldset").count()).isBetween(2, 20);
    button(page, "JSON").click();
    page.getByLabel("Input as JSON").fill("{\"self\": {}}");
    button(page, "Call").click();
    assertThat(outcome(page)).containsText("/self must have the member \"self\"");
  }

  @Test
  void whoMayOnlyLookIsToldWhy() throws Exception {
    Visitor ann = stage.visitor();
    ann.page()
        .route(
            "**/api/me",
            route ->
                route.fulfill(
                    new FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"role\":\"viewer\",\"loggedIn\":true,\"version\":\"1\"}")));
    Page page = atFindPrice(ann, "agent:butcher");

    assertThat(button(page, "Call")).isDisabled();
    assertThat(page.getByText("Only operators can call capabilities")).isVisible();
  }

  @Test
  void aLobbyWithNobodyInItSaysHowToGetSomebody() {
    Visitor ann = stage.visitor(Look.PHONE);
    ann.page()
        .route(
            "**/api/lobby/agents",
            route ->
                route.fulfill(
                    new FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"agents\":[]}")));
    Page page = ann.opens("/lobby");

    assertThat(page.getByText("bub lobby register --id agent:clock")).isVisible();
    ann.findsItAccessible();
    ann.picture("lobby-empty");
  }
}
