package bub.gateway.mcp;

import bub.gateway.caller.Caller;
import bub.protocol.Address;
import java.util.function.Consumer;

/**
 * Caller of a tool.
 *
 * @param inbox address at which the caller gets messages
 * @param progress takes sentences for the person who waits
 */
record ToolCallContext(Caller caller, Address inbox, Consumer<String> progress) {}
