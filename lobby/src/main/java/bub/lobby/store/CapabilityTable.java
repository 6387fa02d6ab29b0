package bub.lobby.store;

import bub.json.Fields;
import bub.json.RawJson;
import bub.lobby.contract.CapabilitySchemas;
import bub.lobby.store.LobbyStore.SearchHit;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lookup of capabilities by name or by id. Reader thread only. */
record CapabilityTable(PreparedStatements statements) {
  private static final String MATCHING =
      """
      SELECT capability.id, capability.name, agent.address
      FROM capability CROSS JOIN agent ON agent.id = capability.agent
      WHERE name BETWEEN ? AND ? AND name GLOB ? ORDER BY name, capability.id
      """;

  private static final String BODY = "SELECT json FROM body WHERE id = ?";

  /** Sorts after every continuation of a name. */
  private static final String PAST_ALL = "\uFFFF";

  private static final java.util.regex.Pattern SET =
      java.util.regex.Pattern.compile("\\[(?:!?+.[^\\]]*\\])?");

  List<SearchHit> matching(String glob, int limit) throws SQLException {
    Pattern pattern = pattern(glob);
    if (pattern == null) {
      return List.of();
    }
    String prefix = pattern.literalPrefix();
    PreparedStatement matching = statements.prepared(MATCHING);
    matching.setString(1, prefix);
    matching.setString(2, pattern.kind() == Pattern.Kind.EXACT ? prefix : prefix + PAST_ALL);
    matching.setString(3, roughly(pattern));
    var hits = new ArrayList<SearchHit>();
    try (ResultSet rows = matching.executeQuery()) {
      while (hits.size() < limit && rows.next()) {
        if (pattern.matches(rows.getString(2))) {
          hits.add(new SearchHit(rows.getLong(1), new Address(rows.getString(3))));
        }
      }
    }
    return hits;
  }

  private static @Nullable Pattern pattern(String text) {
    try {
      return Pattern.of(text);
    } catch (IllegalArgumentException noNameHasSpaces) {
      return null;
    }
  }

  /** A set becomes any character, because SQLite's syntax differs; the pattern decides. */
  private static String roughly(Pattern pattern) {
    return SET.matcher(pattern.text()).replaceAll("?");
  }

  List<@Nullable RawJson> bodies(List<Long> ids, int maxBytes) throws SQLException {
    var bodies = new ArrayList<@Nullable RawJson>(ids.size());
    int room = maxBytes;
    for (long id : ids) {
      RawJson body = room > 0 ? body(id) : null;
      boolean fits = body != null && body.length() <= room;
      bodies.add(fits ? body : null);
      room -= body == null ? 0 : body.length();
    }
    return bodies;
  }

  @Nullable CapabilitySchemas schemas(long id) throws SQLException {
    RawJson capability = body(id);
    if (capability == null) {
      return null;
    }
    Fields fields = capability.fields();
    return new CapabilitySchemas(
        fields.object("input_schema").detached(), fields.object("output_schema").detached());
  }

  private @Nullable RawJson body(long id) throws SQLException {
    PreparedStatement body = statements.prepared(BODY);
    body.setLong(1, id);
    try (ResultSet row = body.executeQuery()) {
      return row.next() ? RawJson.trusted(row.getBytes(1)) : null;
    }
  }
}
