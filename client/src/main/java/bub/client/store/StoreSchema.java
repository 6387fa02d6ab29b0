package bub.client.store;

import java.util.List;

/**
 * The tables of a store.
 *
 * @param versions brings a file from each version to the next, beginning with an empty one
 * @param recount makes counters right that triggers keep, after rows were saved from a damaged file
 */
public record StoreSchema(List<String> versions, List<String> recount) {

  public static StoreSchema of(List<String> versions) {
    return new StoreSchema(versions, List.of());
  }
}
