/** The web channel: the chats of the people at a web page. */
@NullMarked
package bub.channel.web;

import org.jspecify.annotations.NullMarked;
