/** The console's HTTP server: its checks, its responses and their description. */
@NullMarked
package bub.console.http;

import org.jspecify.annotations.NullMarked;
