/**
 * Chat peers: the part that all channels share between a person and the agent of a chat.
 *
 * <p>A channel is a {@link bub.channel.ChatService} with its own {@link bub.channel.ChatEdge}.
 * Messages of people go into {@link bub.channel.ChatService#take} and are on disk before anything
 * else happens. Lines for people leave through the edge. A worker moves each chat through its
 * {@link bub.channel.ChatStage stages}.
 *
 * <p>Support for another service, such as Discord, needs three parts: its {@link
 * bub.channel.ChannelDescription}, an edge that sends a line and reports the result, and code that
 * calls {@code take} with the service's message ids and confirms a message when {@code take}
 * returns.
 *
 * <p>A message leaves the queue in two steps: an agent acks it, and an answer arrives. A probe for
 * an overdue answer uses the same message id, so that the message has one effect.
 */
@NullMarked
package bub.channel;

import org.jspecify.annotations.NullMarked;
