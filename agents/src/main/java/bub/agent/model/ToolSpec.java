package bub.agent.model;

import bub.json.RawJson;

/**
 * A tool as a model sees it.
 *
 * @param name letters, digits, {@code _} and {@code -}, 64 at most: all makers take that
 * @param input the JSON schema of its arguments, an object
 */
public record ToolSpec(String name, String description, RawJson input) {}
