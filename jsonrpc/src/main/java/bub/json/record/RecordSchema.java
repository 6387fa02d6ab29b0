package bub.json.record;

import bub.json.RawJson;

/** JSON schema (2020-12) of a record, as {@link RecordCodec} writes and reads it. */
public final class RecordSchema {
  private RecordSchema() {}

  /**
   * Returns a schema that allows unknown members. Use it for responses, so that an agent may add
   * members later.
   *
   * @throws IllegalArgumentException when a component has a type without a JSON form; the message
   *     names it
   */
  public static RawJson of(Class<? extends Record> type) {
    return SchemaDefinitions.schema(RecordCodec.structure(type), false);
  }

  /**
   * Returns a schema that refuses unknown members. Use it for requests, so that a misspelt member
   * is not ignored.
   *
   * @throws IllegalArgumentException when a component has a type without a JSON form; the message
   *     names it
   */
  public static RawJson strict(Class<? extends Record> type) {
    return SchemaDefinitions.schema(RecordCodec.structure(type), true);
  }
}
