package bub.bus.activity.file;

import bub.protocol.trace.TraceId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;

/** Column {@code trace} of a log file, which the files of older layouts lack. */
public final class TraceColumn {
  private static final int FIRST_LAYOUT = 4;

  private TraceColumn() {}

  public static boolean isIn(Connection file) throws SQLException {
    try (Statement statement = file.createStatement()) {
      return LogConnections.number(statement, "PRAGMA user_version") >= FIRST_LAYOUT;
    }
  }

  public static byte[] value(TraceId trace) {
    return HexFormat.of().parseHex(trace.value());
  }
}
