package bub.json.record;

import bub.json.RawJson;

/** The JSON schema (2020-12) of a record's JSON, as {@link RecordCodec} writes and reads it. */
public final class RecordSchema {
  private RecordSchema() {}

  /**
   * One that allows members which the record does not know: for what is answered, so that an agent
   * may say more one day.
   *
   * @throws IllegalArgumentException names the component whose type cannot be JSON
   */
  public static RawJson of(Class<? extends Record> type) {
    return SchemaDefinitions.schema(RecordCodec.structure(type), false);
  }

  /**
   * One that refuses members which the record does not know: for what is asked, so that a misspelt
   * wish is not ignored.
   *
   * @throws IllegalArgumentException names the component whose type cannot be JSON
   */
  public static RawJson strict(Class<? extends Record> type) {
    return SchemaDefinitions.schema(RecordCodec.structure(type), true);
  }
}
