/* Commands of the chat itself, as in bub chat: typed after a slash, or chosen from a menu. */
import {get, post} from '../core/api.js';

export const COMMANDS = {
  status: 'Show the status of this chat and your agent',
  agent: 'Show your agent and whether it is connected',
  reset: 'Make your agent forget this conversation',
  stop: 'Stop your agent\'s current work',
  continue: 'Continue a turn that reached a limit',
  new: 'Start a new chat',
  help: 'List the commands',
};

/** Returns the command's name, or null for a message; a leading space makes any text a message. */
export function commandIn(text) {
  return /^\/([a-z?]*)\s*$/i.exec(text)?.[1].toLowerCase() ?? null;
}

export function namesFrom(begun) {
  return Object.keys(COMMANDS).filter((name) => name.startsWith(begun));
}

export async function answerTo(name, talk) {
  switch (name) {
    case 'status': return `${await where(talk)}\n${await ask(talk, 'command', {command: 'status'})}`;
    case 'agent': return ask(talk, 'command', {command: 'agent'});
    case 'reset': await ask(talk, 'command', {command: 'reset'}); return 'Your agent has forgotten this conversation.';
    case 'stop': case 'continue': return ask(talk, name, {});
    case 'help': case '?': return help();
    default: return `/${name} is not a command.\n${help()}`;
  }
}

async function where(talk) {
  const {address, words, toDeliver, unanswered} = await get(talk.path);
  return `${address}: ${words} Messages to deliver: ${toDeliver}, unanswered: ${unanswered}.`;
}

async function ask(talk, what, body) {
  const {text} = await post(`${talk.path}/${what}`, body);
  await talk.look();
  return text;
}

function help() {
  const lines = Object.entries(COMMANDS).map(([name, what]) => `/${name}: ${what}`);
  return [...lines, 'To send a message that looks like a command, type a space first.'].join('\n');
}
