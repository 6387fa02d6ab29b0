package bub.bus.cluster;

import bub.json.RawJson;

/** Question that one node answers for another: an inspection method with its params. */
public record NodeQuestion(String method, RawJson params) {}
