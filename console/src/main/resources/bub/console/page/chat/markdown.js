/* Parses Markdown into a tree of blocks. Takes linear time for any text and ignores HTML. */
import {parseInline} from './markdown-inline.js';

// Maximum nesting; deeper content is text.
const MOST_DEPTH = 8;
const MOST_COLUMNS = 64;
const TAB = 4;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const FIRST_ITEM = /^ {0,3}(?:[-*+]|1[.)]) +\S/;

/**
 * Returns the blocks of a text, each with a `type`: paragraph and heading {level} with `inline`;
 * code {language, text}, list {start, loose, items}, quote {blocks}, table {aligns, head, rows},
 * rule. See parseInline for `inline`.
 */
export function parse(text) {
  return new Blocks(text.split(/\r\n?|\n/), 0).all();
}

class Blocks {
  #lines;
  #depth;
  #at = 0;

  constructor(lines, depth) {
    this.#lines = lines;
    this.#depth = depth;
  }

  all() {
    const blocks = [];
    while (this.#at < this.#lines.length) {
      if (isBlank(this.#lines[this.#at])) {
        this.#at++;
      } else {
        blocks.push(this.#next());
      }
    }
    return blocks;
  }

  #next() {
    const line = this.#lines[this.#at];
    const nests = this.#depth < MOST_DEPTH;
    if (isFence(line)) return this.#code(line);
    if (HEADING.test(line)) return this.#heading(line);
    if (RULE.test(line)) return this.#rule();
    if (nests && QUOTE.test(line)) return this.#quote();
    if (nests && ITEM.test(line)) return this.#list();
    if (this.#isTable()) return this.#table();
    return this.#paragraph();
  }

  #code(line) {
    const [opening, fence] = FENCE.exec(line);
    const margin = opening.length - fence.length;
    const text = [];
    for (this.#at++; this.#at < this.#lines.length; this.#at++) {
      const one = this.#lines[this.#at];
      const end = FENCE.exec(one)?.[1];
      if (end && end[0] === fence[0] && end.length >= fence.length && one.trim() === end) {
        this.#at++;
        break;
      }
      text.push(outdent(one, margin));
    }
    return {type: 'code', language: line.slice(opening.length).trim().split(/\s/, 1)[0], text: text.join('\n')};
  }

  #heading(line) {
    this.#at++;
    const marks = HEADING.exec(line)[0];
    const words = line.slice(marks.length).trim();
    let end = words.length;
    while (words[end - 1] === '#') end--;
    const closes = end === 0 || words[end - 1] === ' ';
    return {type: 'heading', level: marks.trim().length, inline: parseInline(closes ? words.slice(0, end).trim() : words)};
  }

  #rule() {
    this.#at++;
    return {type: 'rule'};
  }

  #quote() {
    const inside = [];
    for (; this.#at < this.#lines.length && QUOTE.test(this.#lines[this.#at]); this.#at++) {
      inside.push(this.#lines[this.#at].replace(QUOTE, ''));
    }
    return {type: 'quote', blocks: new Blocks(inside, this.#depth + 1).all()};
  }

  #list() {
    const kind = kindOf(ITEM.exec(this.#lines[this.#at])[2]);
    const start = Number.parseInt(this.#lines[this.#at], 10);
    const items = [];
    let loose = false;
    for (let item = this.#item(kind); item; item = this.#item(kind)) {
      items.push(new Blocks(item.lines, this.#depth + 1).all());
      loose ||= item.blankInside || (item.blankAfter && this.#begins(kind) !== null);
    }
    return {type: 'list', start: Number.isNaN(start) ? undefined : start, loose, items};
  }

  #begins(kind) {
    const found = ITEM.exec(this.#lines[this.#at] ?? '');
    return found && kindOf(found[2]) === kind && !RULE.test(this.#lines[this.#at]) ? found : null;
  }

  /**
   * Returns the lines of an item without its margin; null when no item of this kind begins here.
   */
  #item(kind) {
    const found = this.#begins(kind);
    if (!found) return null;
    const [opening, margin, mark] = found;
    const width = Math.min(opening.length, margin.length + mark.length + 4);
    const lines = [this.#lines[this.#at++].slice(width)];
    const inner = indentOf(margin) + width - margin.length;
    // An indent of two columns is enough for an item's content: many people write it below a
    // number, too.
    const enough = Math.min(inner, indentOf(margin) + 2);
    let blanks = 0;
    let blankInside = false;
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at];
      if (isBlank(line)) {
        blanks++;
      } else if (indentOf(line) >= enough || (!blanks && isText(line) && !ITEM.test(line))) {
        blankInside ||= blanks > 0;
        for (; blanks > 0; blanks--) lines.push('');
        lines.push(outdent(line, inner));
      } else {
        break;
      }
    }
    return {lines, blankInside, blankAfter: blanks > 0};
  }

  #isTable() {
    const head = this.#lines[this.#at];
    const rule = this.#lines[this.#at + 1];
    if (!head.includes('|') || !rule?.includes('-') || !/^[-:| \t]+$/.test(rule)) return false;
    const columns = cells(rule);
    return columns.length <= MOST_COLUMNS && columns.every((cell) => /^:?-+:?$/.test(cell)) && cells(head).length === columns.length;
  }

  #table() {
    const head = cells(this.#lines[this.#at++]);
    const aligns = cells(this.#lines[this.#at++]).map(alignOf);
    const rows = [];
    for (; this.#at < this.#lines.length && this.#lines[this.#at].includes('|'); this.#at++) {
      rows.push(cells(this.#lines[this.#at]).slice(0, head.length).map(parseInline));
    }
    return {type: 'table', aligns, head: head.map(parseInline), rows};
  }

  #paragraph() {
    const text = [this.#lines[this.#at++].trimStart()];
    while (this.#at < this.#lines.length && isText(this.#lines[this.#at]) && !this.#isTable()) {
      text.push(this.#lines[this.#at++]);
    }
    return {type: 'paragraph', inline: parseInline(text.join('\n').trimEnd())};
  }
}

function isBlank(line) {
  return line.trim() === '';
}

/** Returns true for a line that continues the paragraph before it. */
function isText(line) {
  return !isBlank(line) && !isFence(line) && ![HEADING, RULE, QUOTE, FIRST_ITEM].some((form) => form.test(line));
}

function isFence(line) {
  const fence = FENCE.exec(line);
  return fence !== null && (fence[1][0] === '~' || !line.slice(fence[0].length).includes('`'));
}

/** Returns the number of columns before the first word. */
function indentOf(line) {
  let columns = 0;
  for (let i = 0; line[i] === ' ' || line[i] === '\t'; i++) columns += line[i] === ' ' ? 1 : TAB;
  return columns;
}

/** Removes this many columns of a line's margin; later tabs stay unchanged. */
function outdent(line, columns) {
  let i = 0;
  for (let left = columns; left > 0 && (line[i] === ' ' || line[i] === '\t'); i++) left -= line[i] === ' ' ? 1 : TAB;
  return line.slice(i);
}

function kindOf(mark) {
  return mark.at(-1);
}

function alignOf(cell) {
  if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'end';
  return 'start';
}

/** Returns the cells of a table row; an escaped bar is not a border. */
function cells(line) {
  const row = line.trim();
  const found = [];
  let from = row[0] === '|' ? 1 : 0;
  for (let i = from; i < row.length; i++) {
    if (row[i] === '\\') {
      i++;
    } else if (row[i] === '|') {
      found.push(row.slice(from, i));
      from = i + 1;
    }
  }
  if (from < row.length) found.push(row.slice(from));
  return found.map((cell) => cell.replaceAll('\\|', '|').trim());
}
