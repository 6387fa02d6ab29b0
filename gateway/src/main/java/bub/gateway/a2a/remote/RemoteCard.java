package bub.gateway.a2a.remote;

import bub.channel.http.HttpRefusal;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.gateway.a2a.net.OutgoingHttp;
import bub.gateway.a2a.net.OutgoingResponse;
import bub.gateway.a2a.net.PinnedUrl;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.PlainText;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Card of a remote agent, as far as bub uses it. */
public record RemoteCard(
    String name, String description, String url, boolean isJsonRpc, List<Skill> skills) {
  private static final String WELL_KNOWN = "/.well-known/agent-card.json";
  private static final int MAX_BYTES = 1 << 20;
  private static final int MOST_SKILLS = 256;
  private static final int MOST_REDIRECTS = 3;
  private static final int NOT_MODIFIED = 304;
  private static final int LONGEST_ETAG = 512;
  private static final int LONGEST_TEXT = 200;
  private static final Duration ANSWER = Duration.ofSeconds(15);

  /** Task that the agent offers to do. */
  public record Skill(String id, String description) {}

  /**
   * Card as its server sent it.
   *
   * @param etag version of the card, or null
   */
  record Fetched(RemoteCard card, @Nullable String etag) {}

  /** Follows redirects, but only to addresses that are allowed like the first. */
  public static RemoteCard fetch(String url, RemoteToken token, OutgoingAddresses addresses)
      throws IOException, RemoteFailure {
    return Objects.requireNonNull(fetch(url, token, addresses, null), "no version was named")
        .card();
  }

  /** Does what the other does; returns null when the card still has this version. */
  static @Nullable Fetched fetch(
      String url, RemoteToken token, OutgoingAddresses addresses, @Nullable String known)
      throws IOException, RemoteFailure {
    String next = url.endsWith(".json") ? url : url.replaceFirst("/+$", "") + WELL_KNOWN;
    for (int i = 0; i <= MOST_REDIRECTS; i++) {
      try (OutgoingResponse answer = get(addresses.check(next), token, known)) {
        String location = answer.header("location");
        if (answer.status() == NOT_MODIFIED && known != null) {
          return null;
        }
        if (answer.status() >= 300 && answer.status() < 400 && location != null) {
          next = URI.create(next).resolve(location).toString();
          continue;
        }
        if (answer.status() != 200) {
          throw new RemoteFailure("The card at " + next + " answers " + answer.status() + ".");
        }
        RemoteCard card = read(RawJson.parse(answer.readAll(MAX_BYTES), RawJson.DEFAULT_DEPTH));
        token.require(card.url(), addresses);
        return new Fetched(card, etag(answer));
      } catch (HttpRefusal refused) {
        throw new RemoteFailure(refused.text());
      } catch (InvalidJson | InvalidField | IllegalArgumentException | IllegalStateException odd) {
        throw new RemoteFailure(
            "The card at " + next + " is not valid: " + brief(odd.getMessage()));
      }
    }
    throw new RemoteFailure(
        "The card at " + url + " redirects more than " + MOST_REDIRECTS + " times.");
  }

  /** Returns null for a version that cannot go back in a header. */
  private static @Nullable String etag(OutgoingResponse answer) {
    String etag = answer.header("etag");
    return etag != null
            && etag.length() <= LONGEST_ETAG
            && etag.chars().allMatch(c -> c >= ' ' && c < 127)
        ? etag
        : null;
  }

  private static OutgoingResponse get(PinnedUrl url, RemoteToken token, @Nullable String known)
      throws IOException, RemoteFailure {
    Map<String, String> headers = new HashMap<>();
    headers.put("Accept", "application/json");
    headers.put("A2A-Version", "1.0");
    if (known != null) {
      headers.put("If-None-Match", known);
    }
    token.offerTo(url, headers);
    return OutgoingHttp.send("GET", url, headers, new byte[0], ANSWER);
  }

  private static String brief(@Nullable String text) {
    return PlainText.oneLine(String.valueOf(text), LONGEST_TEXT);
  }

  static RemoteCard read(RawJson card) throws RemoteFailure {
    if (!card.isObject()) {
      throw new InvalidField("card", "must be an object");
    }
    Fields fields = card.fields();
    var skills = new ArrayList<Skill>();
    RawJson listed = fields.find("skills");
    if (listed != null && listed.isArray()) {
      for (RawJson skill : listed.elements(MOST_SKILLS)) {
        Fields each = skill.fields();
        String description = each.optionalString("description");
        skills.add(new Skill(each.string("id"), description == null ? "" : description));
      }
    }
    String url = null;
    boolean isJsonRpc = false;
    for (RawJson offered : fields.require("supportedInterfaces").elements(MOST_SKILLS)) {
      Fields each = offered.fields();
      String binding = each.string("protocolBinding");
      String version = each.optionalString("protocolVersion");
      boolean isKnown = binding.equals("JSONRPC") || binding.equals("HTTP+JSON");
      if (url == null && isKnown && (version == null || version.startsWith("1."))) {
        url = each.string("url");
        isJsonRpc = binding.equals("JSONRPC");
      }
    }
    if (url == null) {
      throw new RemoteFailure("The agent offers neither JSON-RPC nor HTTP+JSON of A2A 1.x.");
    }
    String description = fields.optionalString("description");
    return new RemoteCard(
        brief(fields.string("name")),
        description == null ? "" : description,
        url,
        isJsonRpc,
        List.copyOf(skills));
  }
}
