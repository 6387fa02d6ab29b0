package bub.lobby.store;

import bub.lobby.store.LobbyStore.SearchHit;
import bub.protocol.Address;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Search for capabilities by words. Reader thread only. It ranks only the {@value #CANDIDATES}
 * oldest matches: more would be slow and useless for a very common word.
 */
record CapabilitySearch(PreparedStatements statements) {
  private static final int CANDIDATES = 1_000;

  /** A word in the name counts most, then one in the keywords. */
  private static final String RANKED =
      """
      SELECT best.id, agent.address FROM (
        SELECT id, score FROM (
          SELECT rowid AS id, bm25(words, 8, 1, 4) AS score FROM words WHERE words MATCH ? LIMIT ?)
        ORDER BY score, id LIMIT ?) AS best
      CROSS JOIN capability ON capability.id = best.id
      CROSS JOIN agent ON agent.id = capability.agent
      ORDER BY best.score, best.id
      """;

  private static final String COUNT =
      "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT " + CANDIDATES + ")";

  List<SearchHit> search(String text, int limit) throws SQLException {
    SearchQuery query = SearchQuery.of(text);
    if (query.isEmpty()) {
      return List.of();
    }
    var hits = new LinkedHashSet<SearchHit>();
    rank(query.allInHeading(), CANDIDATES, limit, hits);
    if (hits.size() < limit) {
      rank(query.all(), CANDIDATES, limit, hits);
    }
    if (hits.isEmpty()) {
      rank(query.allAsTyped(), CANDIDATES, limit, hits);
    }
    if (hits.isEmpty()) {
      List<String> any = telling(query.asTyped());
      rank(String.join(" OR ", any), CANDIDATES * any.size(), limit, hits);
    }
    return hits.stream().limit(limit).toList();
  }

  private void rank(String expression, int candidates, int limit, Set<SearchHit> hits)
      throws SQLException {
    PreparedStatement ranked = statements.prepared(RANKED);
    ranked.setString(1, expression);
    ranked.setInt(2, Math.max(candidates, limit));
    ranked.setInt(3, limit);
    try (ResultSet rows = ranked.executeQuery()) {
      while (rows.next()) {
        hits.add(new SearchHit(rows.getLong(1), new Address(rows.getString(2))));
      }
    }
  }

  /** Without words such as "the", which match almost everything; all words when all are common. */
  private List<String> telling(List<String> expressions) throws SQLException {
    PreparedStatement count = statements.prepared(COUNT);
    var telling = new ArrayList<String>();
    for (String expression : expressions) {
      count.setString(1, expression);
      try (ResultSet row = count.executeQuery()) {
        int having = row.getInt(1);
        if (having > 0 && having < CANDIDATES) {
          telling.add(expression);
        }
      }
    }
    return telling.isEmpty() ? expressions : telling;
  }
}
