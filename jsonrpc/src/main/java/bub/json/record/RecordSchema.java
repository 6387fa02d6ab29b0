package bub.json.record;

import bub.json.RawJson;

/** JSON schema (2020-12) of a record, as {@link RecordCodec} writes and reads it. */
public final class RecordSchema {
  private RecordSchema() {}

  /** Allows unknown members: for responses, so that an agent may add members later. */
  public static RawJson of(Class<? extends Record> type) {
    return SchemaDefinitions.schema(RecordCodec.structure(type), false);
  }

  /** Refuses unknown members: for requests, so that a misspelt member is not ignored. */
  public static RawJson strict(Class<? extends Record> type) {
    return SchemaDefinitions.schema(RecordCodec.structure(type), true);
  }
}
