/** Java records as JSON objects, and the JSON schemas that describe them. */
@NullMarked
package bub.json.record;

import org.jspecify.annotations.NullMarked;
