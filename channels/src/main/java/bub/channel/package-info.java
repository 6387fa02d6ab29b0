/**
 * Chat peers: the part that all channels share between a person and the agent of a chat.
 *
 * <p>A channel is a {@link bub.channel.ChatService} with an {@link bub.channel.ChatEdge} of its
 * own. Messages of people go into {@link bub.channel.ChatService#take} and are on disk before
 * anything else happens. Lines for people leave through the edge. In between, each chat has a
 * worker that moves it through the {@link bub.channel.ChatStage stages}: no agent, spawning,
 * configuring, ready.
 *
 * <p>A group is a chat as well. Messages between its people are {@link
 * bub.channel.ChatService#overhear overheard} and accompany the next message to the agent. The
 * channel's own answers to commands go through {@link bub.channel.ChatService#answer}, in order
 * with all other lines.
 *
 * <p>Support for another service, such as Discord, needs three parts: its {@link
 * bub.channel.ChannelDescription}, an edge that sends a line and reports the result, and code that
 * calls {@code take} with the service's message ids and confirms a message to the service when
 * {@code take} returns. This package handles queues, retries, duplicates, agents and restarts.
 *
 * <p>A message leaves the queue in two steps: an agent acks it, and an answer arrives. A probe for
 * an overdue answer uses the same message id, so that the message has one effect. A message that no
 * agent accepts, or that gets too old, ends with a line to the person.
 */
@NullMarked
package bub.channel;

import org.jspecify.annotations.NullMarked;
