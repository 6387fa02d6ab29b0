package bub.lobby.store;

import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.Version;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** SQL that changes the store. Every method runs in a transaction on the writer thread. */
record RegistrationTables(PreparedStatements statements) {
  private static final String PUT_AGENT =
      """
      INSERT INTO agent (address, token_hash, registered_at, last_seen, repeat_hash, revision)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (address) DO UPDATE SET token_hash = excluded.token_hash,
        repeat_hash = excluded.repeat_hash, registered_at = excluded.registered_at,
        last_seen = excluded.last_seen, revision = excluded.revision
      RETURNING id
      """;
  private static final String PUT_CAPABILITY =
      """
      INSERT INTO capability (id, agent, name, version, requesters, timeout_seconds)
      VALUES (?, ?, ?, ?, ?, ?)
      """;
  private static final String PUT_BODY = "INSERT INTO body (id, json) VALUES (?, ?)";
  private static final String PUT_WORDS =
      "INSERT INTO words (rowid, name, description, keywords) VALUES (?, ?, ?, ?)";

  private static final Pattern IDEOGRAPH = Pattern.compile("\\p{IsIdeographic}");
  private static final Pattern HUMP =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  private static final List<String> DROP_CAPABILITY =
      List.of(
          "DELETE FROM words WHERE rowid = ?",
          "DELETE FROM body WHERE id = ?",
          "DELETE FROM capability WHERE id = ?");

  private static final String OFFERED_BY =
      "(SELECT capability.id FROM agent JOIN capability ON capability.agent = agent.id"
          + " WHERE agent.address = ?)";
  private static final List<String> DROP_AGENT =
      List.of(
          "DELETE FROM words WHERE rowid IN " + OFFERED_BY,
          "DELETE FROM body WHERE id IN " + OFFERED_BY,
          "DELETE FROM capability WHERE id IN " + OFFERED_BY,
          "DELETE FROM agent WHERE address = ?");

  private static final String FORGET_REVISIONS = "UPDATE agent SET revision = 0";
  private static final String USED = "UPDATE agent SET repeat_hash = NULL WHERE address = ?";
  private static final String SEEN = "UPDATE agent SET last_seen = ? WHERE address = ?";

  void save(StoredAgent agent, List<CapabilityListing> added, List<Long> removed)
      throws SQLException {
    long owner = put(agent);
    for (long id : removed) {
      for (String sql : DROP_CAPABILITY) {
        PreparedStatement drop = statements.prepared(sql);
        drop.setLong(1, id);
        drop.executeUpdate();
      }
    }
    for (CapabilityListing listing : added) {
      putCapability(owner, listing.id(), listing.capability());
      putBody(listing.id(), listing.capability());
      putWords(listing.id(), listing.capability());
    }
  }

  private long put(StoredAgent agent) throws SQLException {
    PreparedStatement put = statements.prepared(PUT_AGENT);
    put.setString(1, agent.id().value());
    put.setBytes(2, agent.tokenHash());
    put.setLong(3, agent.registeredAt().toEpochMilli());
    put.setLong(4, agent.lastSeen().toEpochMilli());
    put.setBytes(5, agent.repeatHash());
    put.setLong(6, agent.revision());
    try (ResultSet row = put.executeQuery()) {
      return row.getLong(1);
    }
  }

  private void putCapability(long owner, long id, Capability capability) throws SQLException {
    Version version = capability.version();
    PreparedStatement put = statements.prepared(PUT_CAPABILITY);
    put.setLong(1, id);
    put.setLong(2, owner);
    put.setString(3, capability.name());
    put.setString(4, version == null ? null : version.toString());
    put.setString(5, AddressList.write(capability.authorizedRequesters()));
    put.setObject(6, capability.timeoutSeconds());
    put.executeUpdate();
  }

  private void putBody(long id, Capability capability) throws SQLException {
    PreparedStatement put = statements.prepared(PUT_BODY);
    put.setLong(1, id);
    put.setBytes(2, capability.toRaw().toByteArray());
    put.executeUpdate();
  }

  private void putWords(long id, Capability capability) throws SQLException {
    PreparedStatement put = statements.prepared(PUT_WORDS);
    put.setLong(1, id);
    put.setString(2, indexName(capability.name()));
    put.setString(3, indexWords(capability.description()));
    put.setString(4, indexWords(String.join(" ", capability.keywords())));
    put.executeUpdate();
  }

  void remove(Address agent) throws SQLException {
    for (String sql : DROP_AGENT) {
      PreparedStatement drop = statements.prepared(sql);
      drop.setString(1, agent.value());
      drop.executeUpdate();
    }
  }

  void forgetRevisions() throws SQLException {
    statements.prepared(FORGET_REVISIONS).executeUpdate();
  }

  void used(Address agent) throws SQLException {
    PreparedStatement update = statements.prepared(USED);
    update.setString(1, agent.value());
    update.executeUpdate();
  }

  void seen(Collection<Address> agents, Instant at) throws SQLException {
    PreparedStatement move = statements.prepared(SEEN);
    move.setLong(1, at.toEpochMilli());
    for (Address agent : agents) {
      move.setString(2, agent.value());
      move.executeUpdate();
    }
  }

  /** Separates ideographs, which have no spaces between them. */
  private static String indexWords(String text) {
    return IDEOGRAPH.matcher(text).replaceAll(" $0 ");
  }

  /** Adds the parts of a name such as {@code findPrice}. */
  private static String indexName(String name) {
    String parts = HUMP.matcher(name).replaceAll(" ");
    return parts.length() == name.length() ? name : name + " " + parts;
  }
}
