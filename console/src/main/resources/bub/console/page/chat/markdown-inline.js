/* Parses inline Markdown: code, emphasis and links. Takes linear time. */

// Maximum number of open marks; further ones are text, so that undoing them stays cheap.
const MOST_OPEN = 16;
const MOST_URL = 2048;
const MOST_BACKTICKS = 16;

const SPECIAL = /[\\`*_~[\]<]|!\[|https?:\/\//g;
const ESCAPED = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
const SAFE_URL = /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu;
const ADDRESS = /https?:\/\/[^\s<>`"[\]]+/y;
const IN_ANGLES = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2048})>/y;
const TARGET = /\((?:<([^<>\n]*)>|((?:[^\s()]|\([^\s()]*\)){0,2048}))(?:[ \n]+"[^"\n]*")?\)/y;
const BACKTICKS = /`+/y;
const MARKS = /\*+|_+|~+/y;
const TRAILING = '.,;:!?\'*_~';

/**
 * Returns an array of texts, {type: 'code', text}, {type: 'em' | 'strong' | 'strike', inline} and
 * {type: 'link', href, inline}.
 */
export function parseInline(text) {
  return new Inline(text).all();
}

/** Returns true for URLs that may be clicked. */
export function isSafe(url) {
  return url.length <= MOST_URL && SAFE_URL.test(url);
}

const TYPES = {'*': 'em', '_': 'em', '**': 'strong', '__': 'strong', '~~': 'strike'};

class Inline {
  #text;
  #at = 0;
  /** Open marks from the outside in: {mark, inline}; the outermost has no mark. */
  #open = [{mark: '', inline: []}];
  /** Lengths of unclosed backtick runs, to search for each once. */
  #unclosed = new Set();

  constructor(text) {
    this.#text = text;
  }

  all() {
    while (this.#at < this.#text.length) {
      SPECIAL.lastIndex = this.#at;
      const found = SPECIAL.exec(this.#text);
      const next = found ? found.index : this.#text.length;
      this.#say(this.#text.slice(this.#at, next));
      this.#at = next;
      if (found) this.#special(found[0]);
    }
    while (this.#open.length > 1) this.#giveUp();
    return this.#open[0].inline;
  }

  #special(sign) {
    switch (sign) {
      case '\\': return this.#escape();
      case '`': return this.#code();
      case '<': return this.#angles();
      case '[': case '![': return this.#begin(sign);
      case ']': return this.#link();
      case '*': case '_': case '~': return this.#marks(sign);
      default: return this.#address(sign);
    }
  }

  // ---- the tree

  #say(text) {
    const inline = this.#open.at(-1).inline;
    if (!text) return;
    if (typeof inline.at(-1) === 'string') {
      inline.push(inline.pop() + text);
    } else {
      inline.push(text);
    }
  }

  #add(node) {
    this.#open.at(-1).inline.push(node);
  }

  #take(text) {
    this.#say(text);
    this.#at += text.length;
  }

  #begin(mark) {
    this.#at += mark.length;
    if (this.#open.length > MOST_OPEN) {
      this.#say(mark);
    } else {
      this.#open.push({mark, inline: []});
    }
  }

  /** Turns the innermost unclosed mark into text. */
  #giveUp() {
    const {mark, inline} = this.#open.pop();
    this.#say(mark);
    for (const one of inline) {
      if (typeof one === 'string') {
        this.#say(one);
      } else {
        this.#add(one);
      }
    }
  }

  #close(index, node) {
    while (this.#open.length > index + 1) this.#giveUp();
    const {inline} = this.#open.pop();
    this.#add({...node, inline});
  }

  // ---- the signs

  #escape() {
    const next = this.#text[this.#at + 1] ?? '';
    this.#at++;
    if (ESCAPED.test(next)) {
      this.#take(next);
    } else {
      this.#say('\\');
    }
  }

  #code() {
    const [run] = this.#match(BACKTICKS);
    const from = this.#at + run.length;
    const isText = run.length > MOST_BACKTICKS || this.#unclosed.has(run.length);
    const end = isText ? -1 : this.#endOfCode(from, run.length);
    if (end < 0) {
      this.#unclosed.add(run.length);
      this.#take(run);
      return;
    }
    const text = this.#text.slice(from, end).replaceAll('\n', ' ');
    const padded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '';
    this.#add({type: 'code', text: padded ? text.slice(1, -1) : text});
    this.#at = end + run.length;
  }

  #endOfCode(from, length) {
    const runs = /`+/g;
    runs.lastIndex = from;
    for (let run = runs.exec(this.#text); run; run = runs.exec(this.#text)) {
      if (run[0].length === length) return run.index;
    }
    return -1;
  }

  #marks(sign) {
    const [run] = this.#match(MARKS);
    const before = this.#text[this.#at - 1] ?? ' ';
    const after = this.#text[this.#at + run.length] ?? ' ';
    const opens = after.trim() !== '' && !(sign === '_' && WORD.test(before));
    const closes = before.trim() !== '' && !(sign === '_' && WORD.test(after));
    let left = run.length > 3 || (sign === '~' && run.length !== 2) ? 0 : run.length;
    if (left === 0) this.#take(run);
    while (left > 0) {
      const index = closes ? this.#opener(sign, left) : -1;
      const mark = index > 0 ? this.#open[index].mark : sign.repeat(Math.min(left, 2));
      if (index > 0) {
        this.#close(index, {type: TYPES[mark]});
        this.#at += mark.length;
      } else if (opens) {
        this.#begin(mark);
      } else {
        this.#take(mark);
      }
      left -= mark.length;
    }
  }

  /**
   * Returns the index of the opening mark that this many signs close; two signs prefer a double
   * mark.
   */
  #opener(sign, left) {
    const twice = left === 2 ? this.#open.findLastIndex(({mark}) => mark === sign + sign) : -1;
    return twice > 0 ? twice : this.#open.findLastIndex(({mark}) => mark[0] === sign && mark.length <= left);
  }

  // ---- links

  /** Parses a link. An image becomes a link, because the page loads nothing from other sites. */
  #link() {
    const index = this.#open.findLastIndex(({mark}) => mark.endsWith('['));
    const target = index > 0 ? this.#match(TARGET, 1) : null;
    const href = target?.[1] ?? target?.[2] ?? '';
    if (isSafe(href)) {
      this.#close(index, {type: 'link', href});
      this.#at += 1 + target[0].length;
      return;
    }
    while (index > 0 && this.#open.length > index) this.#giveUp();
    this.#take(']');
  }

  #angles() {
    const found = this.#match(IN_ANGLES);
    if (found && isSafe(found[1])) {
      this.#add({type: 'link', href: found[1], inline: [found[1]]});
      this.#at += found[0].length;
    } else {
      this.#take('<');
    }
  }

  #address(scheme) {
    const url = withoutTail(this.#match(ADDRESS)?.[0] ?? scheme);
    if (isSafe(url)) {
      this.#add({type: 'link', href: url, inline: [url]});
      this.#at += url.length;
    } else {
      this.#take(url);
    }
  }

  #match(form, further = 0) {
    form.lastIndex = this.#at + further;
    return form.exec(this.#text);
  }
}

/** Removes the punctuation after a URL and a bracket around it. */
function withoutTail(url) {
  let end = url.length;
  let unopened = url.split(')').length - url.split('(').length;
  for (; end > 0; end--) {
    const last = url[end - 1];
    if (last === ')' && unopened > 0) {
      unopened--;
    } else if (!TRAILING.includes(last)) {
      break;
    }
  }
  return url.slice(0, end);
}
