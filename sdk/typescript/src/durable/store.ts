import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { StoreFailed, StoreInUse } from "../errors.js";
import { systemTiming } from "../timing.js";

/** A process that is being replaced needs a moment to close its files. */
const WAIT_FOR_OTHER_MS = 5_000;
const ASK_AGAIN_MS = 50;
/** The low byte of these numbers is the SQLite code. */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

interface Task {
  run(): void;
  done(): void;
  failed(error: Error): void;
}

/**
 * SQLite file of one process. Writes of one turn of the event loop share a transaction, so that
 * they share the wait for the disk.
 */
export class Store {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #tasks: Task[] = [];
  #isClosed = false;

  private constructor(file: string, database: DatabaseSync) {
    this.#file = file;
    this.#database = database;
  }

  /** Creates a missing file. Throws `StoreInUse` when another process keeps it open. */
  static async open(file: string, versions: readonly string[]): Promise<Store> {
    const deadline = systemTiming.elapsed() + WAIT_FOR_OTHER_MS;
    for (;;) {
      try {
        return new Store(file, openAlone(file, versions));
      } catch (failed) {
        if (!isBusy(failed)) {
          throw new StoreFailed(`cannot open ${file}: ${(failed as Error).message}`);
        }
        if (systemTiming.elapsed() > deadline) {
          throw new StoreInUse(`another process has ${file} open`);
        }
        await systemTiming.sleep(ASK_AGAIN_MS, new AbortController().signal);
      }
    }
  }

  /** Runs a task in a transaction. Resolves when its changes are on disk, also after a power cut. */
  write<T>(task: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(new StoreFailed(`${this.#file} is closed`));
        return;
      }
      if (this.#tasks.length === 0) {
        setImmediate(() => this.#flush());
      }
      let result: T;
      this.#tasks.push({
        run: () => (result = task()),
        done: () => resolve(result),
        failed: reject,
      });
    });
  }

  /** Reads now; the rows include everything that is on disk. */
  all(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.#guarded(() => this.#prepared(sql).all(...values) as Record<string, unknown>[]);
  }

  first(sql: string, ...values: SQLInputValue[]): Record<string, unknown> | undefined {
    return this.#guarded(() => this.#prepared(sql).get(...values) as Record<string, unknown> | undefined);
  }

  /** Only within a task of `write`. Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes);
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #guarded<T>(read: () => T): T {
    if (this.#isClosed) {
      throw new StoreFailed(`${this.#file} is closed`);
    }
    try {
      return read();
    } catch (failed) {
      throw this.#explain(failed);
    }
  }

  #flush(): void {
    const tasks = this.#tasks;
    this.#tasks = [];
    const succeeded: Task[] = [];
    try {
      this.#database.exec("BEGIN IMMEDIATE");
      for (const task of tasks) {
        if (this.#runAlone(task)) {
          succeeded.push(task);
        }
      }
      this.#database.exec("COMMIT");
    } catch (failed) {
      this.#rollBack();
      const error = this.#explain(failed);
      tasks.forEach((task) => task.failed(error)); // a task that has failed already ignores it
      return;
    }
    succeeded.forEach((task) => task.done());
  }

  /** A task that fails must not undo the others. */
  #runAlone(task: Task): boolean {
    this.#database.exec("SAVEPOINT task");
    try {
      task.run();
    } catch (failed) {
      this.#undo(failed);
      task.failed(this.#explain(failed));
      return false;
    }
    this.#database.exec("RELEASE task");
    return true;
  }

  /** Throws the failure when SQLite has rolled back everything, as on a full disk. */
  #undo(failed: unknown): void {
    try {
      this.#database.exec("ROLLBACK TO task; RELEASE task");
    } catch {
      throw failed;
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back already.
    }
  }

  #explain(failed: unknown): Error {
    return isSqliteError(failed)
      ? new StoreFailed(`${this.#file}: ${failed.message}`)
      : (failed as Error);
  }

  /** Finishes the submitted tasks first. */
  close(): void {
    if (!this.#isClosed) {
      if (this.#tasks.length > 0) {
        this.#flush();
      }
      this.#isClosed = true;
      this.#database.close();
    }
  }
}

function openAlone(file: string, versions: readonly string[]): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600)); // SQLite would let others read it
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 0"); // waiting would stop the whole process
    // The lock lasts as long as this process, and WAL then needs no shared memory file.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    database.exec("PRAGMA journal_mode = WAL");
    // FULL: a committed transaction survives a power cut, not only the end of this process.
    database.exec("PRAGMA synchronous = FULL");
    upgrade(database, versions);
    return database;
  } catch (unusable) {
    database.close();
    throw unusable;
  }
}

function upgrade(database: DatabaseSync, versions: readonly string[]): void {
  database.exec("BEGIN EXCLUSIVE");
  const row = database.prepare("PRAGMA user_version").get() as { user_version: number };
  if (row.user_version > versions.length) {
    throw new Error("a newer version of this library wrote the file");
  }
  versions.slice(row.user_version).forEach((sql) => database.exec(sql));
  database.exec(`PRAGMA user_version = ${versions.length}`);
  database.exec("COMMIT");
}

function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && (error as { code?: unknown }).code === "ERR_SQLITE_ERROR";
}

function isBusy(error: unknown): boolean {
  const code = isSqliteError(error) ? error.errcode & 0xff : 0;
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}
