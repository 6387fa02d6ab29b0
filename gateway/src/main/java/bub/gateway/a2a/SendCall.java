package bub.gateway.a2a;

import bub.channel.http.HttpRefusal;
import bub.json.JsonValue;
import bub.json.RawJson;
import java.util.function.Consumer;

/**
 * Request that sends a message, in any binding.
 *
 * @param end writes the result
 * @param fail writes a refusal
 */
record SendCall(RawJson params, Consumer<JsonValue> end, Consumer<HttpRefusal> fail) {}
