package bub.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Kind of failure that a file can have, with a description and a remedy for people. */
public enum StorageFault {
  FULL("the disk is full", "free disk space"),
  READ_ONLY(
      "the file is not writable", "give this user write access to the file and its directory"),
  DAMAGED("the file is damaged", "restore a backup, or move the file away"),
  BUSY("another process has the file open", "stop that process"),
  BROKEN("the disk failed", "check the disk and the system log");

  private static final int KIND = 0xff;

  private final String words;
  private final String remedy;

  StorageFault(String words, String remedy) {
    this.words = words;
    this.remedy = remedy;
  }

  public String words() {
    return words;
  }

  public String remedy() {
    return remedy;
  }

  /** Returns the fault behind {@code failure}, or null when the cause is not a storage fault. */
  public static @Nullable StorageFault of(@Nullable Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      StorageFault fault =
          switch (each) {
            case SQLiteException sqlite -> of(sqlite.getResultCode());
            case AccessDeniedException _, ReadOnlyFileSystemException _ -> READ_ONLY;
            case IOException io -> of(String.valueOf(io.getMessage()).toLowerCase(Locale.ROOT));
            default -> null;
          };
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  public static SQLException damage(String problem) {
    return new SQLiteException(problem, SQLiteErrorCode.SQLITE_CORRUPT);
  }

  private static @Nullable StorageFault of(SQLiteErrorCode code) {
    // The low byte is the kind of error; the other bytes say where SQLite found it.
    int kind = code.code & KIND;
    if (kind == SQLiteErrorCode.SQLITE_FULL.code) {
      return FULL;
    }
    if (kind == SQLiteErrorCode.SQLITE_CORRUPT.code || kind == SQLiteErrorCode.SQLITE_NOTADB.code) {
      return DAMAGED;
    }
    if (kind == SQLiteErrorCode.SQLITE_READONLY.code
        || kind == SQLiteErrorCode.SQLITE_CANTOPEN.code
        || kind == SQLiteErrorCode.SQLITE_PERM.code) {
      return READ_ONLY;
    }
    if (kind == SQLiteErrorCode.SQLITE_BUSY.code || kind == SQLiteErrorCode.SQLITE_LOCKED.code) {
      return BUSY;
    }
    return kind == SQLiteErrorCode.SQLITE_IOERR.code ? BROKEN : null;
  }

  private static @Nullable StorageFault of(String text) {
    if (text.contains("no space left") || text.contains("quota exceeded")) {
      return FULL;
    }
    return text.contains("read-only file system") ? READ_ONLY : null;
  }

  public String about(Path file) {
    return file + ": " + words + ". To fix this, " + remedy + ".";
  }

  public static String describe(SQLException failure) {
    StorageFault fault = of(failure);
    return fault == null ? String.valueOf(failure.getMessage()) : fault.words();
  }
}
