/* What can be asked of the chat itself, as in bub chat: typed after a slash, or chosen from a menu. */
import {get, post} from '../core/api.js';

export const COMMANDS = {
  status: 'how things are, here and with your agent',
  agent: 'who your agent is, and how it is now',
  reset: 'makes your agent forget this conversation',
  stop: 'ends what your agent is doing',
  new: 'begins another chat',
  help: 'lists these',
};

/** The name of the command, or null for what is to be said; a space before the slash makes it that. */
export function commandIn(text) {
  return /^\/([a-z?]*)\s*$/i.exec(text)?.[1].toLowerCase() ?? null;
}

/** The commands that begin so. */
export function namesFrom(begun) {
  return Object.keys(COMMANDS).filter((name) => name.startsWith(begun));
}

/** What there is to say to a command. */
export async function answerTo(name, talk) {
  switch (name) {
    case 'status': return `${await where(talk)}\n${await ask(talk, 'command', {command: 'status'})}`;
    case 'agent': return ask(talk, 'command', {command: 'agent'});
    case 'reset': await ask(talk, 'command', {command: 'reset'}); return 'Your agent has forgotten this conversation.';
    case 'stop': await ask(talk, 'stop', {}); return 'Stopped. Your next message starts your agent again.';
    case 'help': case '?': return help();
    default: return `/${name} is no command.\n${help()}`;
  }
}

async function where(talk) {
  const {address, words, toDeliver, unanswered} = await get(talk.path);
  return `${address}: ${words}; ${toDeliver} to deliver, ${unanswered} to be answered`;
}

async function ask(talk, what, body) {
  const {text} = await post(`${talk.path}/${what}`, body);
  await talk.look();
  return text;
}

function help() {
  const lines = Object.entries(COMMANDS).map(([name, what]) => `/${name}: ${what}`);
  return [...lines, 'Begin with a space to say something that looks like a command.'].join('\n');
}
