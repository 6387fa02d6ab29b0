/** OpenTelemetry export of turns; start with {@link bub.otlp.TurnExporter}. */
@NullMarked
package bub.otlp;

import org.jspecify.annotations.NullMarked;
