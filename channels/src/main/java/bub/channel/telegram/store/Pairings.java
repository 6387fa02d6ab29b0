package bub.channel.telegram.store;

import bub.channel.store.SqlStatements;
import bub.client.TimeSource;
import bub.store.StoreDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Store of pairings. The bridge and the operator's command open the same file at the same time.
 * Safe for any thread; calls block for the disk.
 */
public final class Pairings implements AutoCloseable {
  /** Validity of a code. */
  public static final Duration LIFETIME = Duration.ofHours(1);

  public static final int MAX_PENDING = 3;

  private static final String ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"; // no 0 O 1 I L
  private static final int CODE_LENGTH = 8;
  private static final int MAX_NAME = 100;
  private static final List<String> SCHEMA =
      List.of(
          """
          CREATE TABLE pairing (
            user_id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            username TEXT,
            code TEXT UNIQUE,
            asked_with TEXT,
            since INTEGER NOT NULL)
          """,
          // People who were approved before greetings existed need none.
          "ALTER TABLE pairing ADD COLUMN greeted INTEGER NOT NULL DEFAULT 1");

  private final StoreDatabase database;
  private final TimeSource time;
  private final IntUnaryOperator chance;

  private Pairings(StoreDatabase database, TimeSource time, IntUnaryOperator chance) {
    this.database = database;
    this.time = time;
    this.chance = chance;
  }

  public static Pairings open(Path stateDir) throws IOException {
    return open(stateDir, TimeSource.system(), new SecureRandom()::nextInt);
  }

  /** {@code chance} returns unpredictable numbers from 0 to below its argument. */
  public static Pairings open(Path stateDir, TimeSource time, IntUnaryOperator chance)
      throws IOException {
    return new Pairings(StoreDatabase.openShared(file(stateDir), SCHEMA), time, chance);
  }

  public static Path file(Path stateDir) {
    return stateDir.resolve("chats").resolve("telegram-access.db");
  }

  // ---- for the bridge

  public boolean isPaired(long userId) throws IOException, InterruptedException {
    return database.call(
        c ->
            SqlStatements.count(
                    c, "SELECT count(*) FROM pairing WHERE user_id = ? AND code IS NULL", userId)
                > 0);
  }

  /** One code per person and validity period; the same {@code askedWith} gets the same code. */
  public PairingInvitation invite(
      long userId, String name, @Nullable String username, String askedWith)
      throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          forgetExpired(c, now);
          PairingInvitation known = known(c, userId, askedWith);
          if (known != null) {
            return known;
          }
          if (SqlStatements.count(c, "SELECT count(*) FROM pairing WHERE code IS NOT NULL")
              >= MAX_PENDING) {
            return new PairingInvitation.Full();
          }
          String code = newCode();
          SqlStatements.update(
              c,
              "INSERT INTO pairing (user_id, name, username, code, asked_with, since)"
                  + " VALUES (?, ?, ?, ?, ?, ?)",
              userId,
              name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name,
              username,
              code,
              askedWith,
              now.toEpochMilli());
          return new PairingInvitation.Code(code);
        });
  }

  public List<Pairing> ungreeted() throws IOException, InterruptedException {
    return database.call(
        c -> SqlStatements.list(c, Pairings::pairing, "SELECT * FROM pairing WHERE greeted = 0"));
  }

  public void greeted(Pairing person) throws IOException, InterruptedException {
    database.call(
        c ->
            SqlStatements.update(
                c,
                "UPDATE pairing SET greeted = 1 WHERE user_id = ? AND since = ?",
                person.userId(),
                person.since().toEpochMilli()));
  }

  private static @Nullable PairingInvitation known(
      Connection connection, long userId, String askedWith) throws SQLException {
    return SqlStatements.first(
        connection,
        row ->
            askedWith.equals(row.getString("asked_with")) && row.getString("code") != null
                ? new PairingInvitation.Code(row.getString("code"))
                : new PairingInvitation.Pending(),
        "SELECT code, asked_with FROM pairing WHERE user_id = ?",
        userId);
  }

  private String newCode() {
    var code = new StringBuilder();
    for (int i = 0; i < CODE_LENGTH; i++) {
      code.append(ALPHABET.charAt(chance.applyAsInt(ALPHABET.length())));
    }
    return code.toString();
  }

  private static void forgetExpired(Connection connection, Instant now) throws SQLException {
    SqlStatements.update(
        connection,
        "DELETE FROM pairing WHERE code IS NOT NULL AND since <= ?",
        now.minus(LIFETIME).toEpochMilli());
  }

  // ---- for the operator

  /** Empty when the code is unknown or expired. */
  public Optional<Pairing> approve(String code) throws IOException, InterruptedException {
    String plain = code.strip().replace("-", "").toUpperCase(Locale.ROOT);
    Instant now = time.now();
    return database.call(
        c -> {
          forgetExpired(c, now);
          Pairing found =
              SqlStatements.first(
                  c, Pairings::pairing, "SELECT * FROM pairing WHERE code = ?", plain);
          if (found == null) {
            return Optional.empty();
          }
          SqlStatements.update(
              c,
              "UPDATE pairing SET code = NULL, asked_with = NULL, since = ?, greeted = 0"
                  + " WHERE user_id = ?",
              now.toEpochMilli(),
              found.userId());
          return Optional.of(
              new Pairing(found.userId(), found.name(), found.username(), null, now));
        });
  }

  /** Approved and pending people, the oldest first. */
  public List<Pairing> list() throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          forgetExpired(c, now);
          return SqlStatements.list(
              c, Pairings::pairing, "SELECT * FROM pairing ORDER BY since, user_id");
        });
  }

  /** Returns false when the person had neither access nor a code. */
  public boolean revoke(long userId) throws IOException, InterruptedException {
    return database.call(
        c -> SqlStatements.update(c, "DELETE FROM pairing WHERE user_id = ?", userId) > 0);
  }

  private static Pairing pairing(ResultSet row) throws SQLException {
    return new Pairing(
        row.getLong("user_id"),
        row.getString("name"),
        row.getString("username"),
        row.getString("code"),
        Instant.ofEpochMilli(row.getLong("since")));
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
