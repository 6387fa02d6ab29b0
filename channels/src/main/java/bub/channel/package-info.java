/**
 * Chat peers: what every channel shares between a human and the agent of a chat.
 *
 * <p>A channel is a {@link bub.channel.ChatService} with an {@link bub.channel.ChatEdge} of its
 * own. What a person types goes into {@link bub.channel.ChatService#take}, and is on disk before
 * anything else happens; what there is to see comes out of the edge. In between each chat has a
 * lane of its own that moves it through the {@link bub.channel.ChatStage stages}: no agent,
 * spawning, configuring, ready.
 *
 * <p>A group is a chat as well: what its people say to each other is {@link
 * bub.channel.ChatService#overhear overheard}, and goes along with what is said to the agent next.
 * What a channel itself has to say to a person's command goes through {@link
 * bub.channel.ChatService#answer}, in line with everything else.
 *
 * <p>Another service, Discord say, needs three things of its own: its {@link
 * bub.channel.ChannelDescription}, an edge that sends a line and says whether that worked, and
 * something that calls {@code take} with the service's own message ids and tells the service to
 * forget a message when that returns. Queues, retries, duplicates, agents, restarts are here.
 *
 * <p>A message leaves the queue in two steps: an agent has acked it, and an answer has come. An
 * answer that is overdue is asked after, under the same message id, so that it has one effect
 * however often that is. What no agent takes, and what gets too old, ends in a line to the person.
 */
@NullMarked
package bub.channel;

import org.jspecify.annotations.NullMarked;
