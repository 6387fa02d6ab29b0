package bub.lobby.store;

import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** The statements that change the store. Every method runs in a transaction, writer thread only. */
final class Registrations {
  private final PreparedStatement putAgent;
  private final PreparedStatement putCapability;
  private final PreparedStatement putBody;
  private final PreparedStatement putWords;
  private final List<PreparedStatement> dropCapability;
  private final List<PreparedStatement> dropAgent;
  private final PreparedStatement moveLastSeen;

  Registrations(Connection connection) throws SQLException {
    putAgent =
        connection.prepareStatement(
            """
            INSERT INTO agent (address, token_hash, registered_at, last_seen) VALUES (?, ?, ?, ?)
            ON CONFLICT (address) DO UPDATE SET token_hash = excluded.token_hash,
              registered_at = excluded.registered_at, last_seen = excluded.last_seen
            RETURNING id
            """);
    putCapability =
        connection.prepareStatement(
            """
            INSERT INTO capability (id, agent, name, version, requesters, timeout_seconds)
            VALUES (?, ?, ?, ?, ?, ?)
            """);
    putBody = connection.prepareStatement("INSERT INTO body (id, json) VALUES (?, ?)");
    putWords =
        connection.prepareStatement(
            "INSERT INTO words (rowid, name, description, keywords) VALUES (?, ?, ?, ?)");
    dropCapability =
        List.of(
            connection.prepareStatement("DELETE FROM words WHERE rowid = ?"),
            connection.prepareStatement("DELETE FROM body WHERE id = ?"),
            connection.prepareStatement("DELETE FROM capability WHERE id = ?"));
    String offered =
        "(SELECT capability.id FROM agent JOIN capability ON capability.agent = agent.id"
            + " WHERE agent.address = ?)";
    dropAgent =
        List.of(
            connection.prepareStatement("DELETE FROM words WHERE rowid IN " + offered),
            connection.prepareStatement("DELETE FROM body WHERE id IN " + offered),
            connection.prepareStatement("DELETE FROM capability WHERE id IN " + offered),
            connection.prepareStatement("DELETE FROM agent WHERE address = ?"));
    moveLastSeen = connection.prepareStatement("UPDATE agent SET last_seen = ? WHERE address = ?");
  }

  void save(StoredAgent agent, List<Listing> added, List<Long> removed) throws SQLException {
    long owner = put(agent);
    for (long id : removed) {
      for (PreparedStatement drop : dropCapability) {
        drop.setLong(1, id);
        drop.executeUpdate();
      }
    }
    for (Listing listing : added) {
      put(owner, listing.id(), listing.capability());
    }
  }

  private long put(StoredAgent agent) throws SQLException {
    putAgent.setString(1, agent.id().value());
    putAgent.setBytes(2, agent.tokenHash());
    putAgent.setLong(3, agent.registeredAt().toEpochMilli());
    putAgent.setLong(4, agent.lastSeen().toEpochMilli());
    try (ResultSet row = putAgent.executeQuery()) {
      return row.getLong(1);
    }
  }

  private void put(long owner, long id, Capability capability) throws SQLException {
    putCapability.setLong(1, id);
    putCapability.setLong(2, owner);
    putCapability.setString(3, capability.name());
    putCapability.setObject(
        4, capability.version() == null ? null : capability.version().toString());
    putCapability.setObject(5, AddressList.write(capability.authorizedRequesters()));
    putCapability.setObject(6, capability.timeoutSeconds());
    putCapability.executeUpdate();

    putBody.setLong(1, id);
    putBody.setBytes(2, capability.toRaw().toByteArray());
    putBody.executeUpdate();

    putWords.setLong(1, id);
    putWords.setString(2, Words.ofName(capability.name()));
    putWords.setString(3, Words.of(capability.description()));
    putWords.setString(4, Words.of(String.join(" ", capability.keywords())));
    putWords.executeUpdate();
  }

  void remove(Address agent) throws SQLException {
    for (PreparedStatement drop : dropAgent) {
      drop.setString(1, agent.value());
      drop.executeUpdate();
    }
  }

  void seen(Collection<Address> agents, Instant at) throws SQLException {
    moveLastSeen.setLong(1, at.toEpochMilli());
    for (Address agent : agents) {
      moveLastSeen.setString(2, agent.value());
      moveLastSeen.executeUpdate();
    }
  }
}
