package bub.browser;

/** Markdown cases of the chat, as scripts that return the failures. */
final class MarkdownCases {
  /** Each case is a text and its tree, written as {@code type(…)}. */
  static final String WRONG =
      """
      async () => {
        const {parse} = await import('/chat/markdown.js');
        const show = (one) => typeof one === 'string' ? one : ({
          paragraph: () => `p(${all(one.inline)})`,
          heading: () => `h${one.level}(${all(one.inline)})`,
          code: () => one.language === undefined ? `code(${one.text})` : `fence[${one.language}](${one.text})`,
          quote: () => `quote(${all(one.blocks)})`,
          list: () => `${one.start === undefined ? 'ul' : `ol${one.start}`}${one.loose ? '!' : ''}(${one.items.map(all).join('|')})`,
          table: () => `table[${one.aligns}](${[one.head, ...one.rows].map((row) => row.map(all).join('|')).join('/')})`,
          rule: () => 'rule',
          link: () => `link[${one.href}](${all(one.inline)})`,
        }[one.type] ?? (() => `${one.type}(${all(one.inline)})`))();
        const all = (many) => many.map(show).join('');
        const cases = [
          ['', ''],
          ['one\\ntwo\\n\\nthree', 'p(one\\ntwo)p(three)'],
          ['**b** *i* ~~s~~ `c`', 'p(strong(b) em(i) strike(s) code(c))'],
          ['***both***', 'p(strong(em(both)))'],
          ['**a *b** c*', 'p(strong(a *b) c*)'],
          ['2 * 3 * 4, snake_case_name', 'p(2 * 3 * 4, snake_case_name)'],
          ['``a`b`` and \\\\*this\\\\*', 'p(code(a`b) and *this*)'],
          ['**unfinished `too', 'p(**unfinished `too)'],
          ['# Title #\\n###### six', 'h1(Title)h6(six)'],
          ['#hashtag', 'p(#hashtag)'],
          ['- a\\n- b\\n  - c\\n    - d\\n- e', 'ul(p(a)|p(b)ul(p(c)ul(p(d)))|p(e))'],
          ['3. a\\n   - x\\n4. b', 'ol3(p(a)ul(p(x))|p(b))'],
          ['1. a\\n\\n2. b', 'ol1!(p(a)|p(b))'],
          ['1. a\\n  - x', 'ol1(p(a)ul(p(x)))'],
          ['- a\\n  ```js\\n  b\\n  ```', 'ul(p(a)fence[js](b))'],
          ['> q\\n> > r\\n\\nz', 'quote(p(q)quote(p(r)))p(z)'],
          ['```js\\nlet a;\\n\\tb', 'fence[js](let a;\\n\\tb)'],
          ['~~~\\n```\\n~~~\\nafter', 'fence[](```)p(after)'],
          ['| a | b |\\n|---|:-:|\\n| 1 | x\\\\|y | 3 |', 'table[start,center](a|b/1|x|y)'],
          ['a | b\\nno table', 'p(a | b\\nno table)'],
          ['---\\n* * *', 'rulerule'],
          ['[a](https://x.y/z_(q) "t") ok', 'p(link[https://x.y/z_(q)](a) ok)'],
          ['[**b**](mailto:ann@example.org)', 'p(link[mailto:ann@example.org](strong(b)))'],
          ['![picture](https://x.y/p.png)', 'p(link[https://x.y/p.png](picture))'],
          ['(see https://x.y/a_b), <https://z.y>', 'p((see link[https://x.y/a_b](https://x.y/a_b)), link[https://z.y](https://z.y))'],
          ['[a](javascript:alert(1))', 'p([a](javascript:alert(1)))'],
          ['[a](data:text/html,x) [b](//x.y)', 'p([a](data:text/html,x) [b](//x.y))'],
          ['<b onclick="x">&lt;', 'p(<b onclick="x">&lt;)'],
        ];
        return cases.filter(([text, wanted]) => all(parse(text)) !== wanted)
            .map(([text, wanted]) => `${JSON.stringify(text)} is ${all(parse(text))}, not ${wanted}`);
      }
      """;

  /** A hundred thousand signs of each kind must take far less than a blink. */
  static final String SLOW =
      """
      async () => {
        const {parse} = await import('/chat/markdown.js');
        const pieces = ['*', '*a ', '**a *b ', '_a_', '[', ']', '[a](', '[](<', '[](a "', '![', '`', '`a ', '`` ` ', '>', '> ', '- ', '> - ',
          '1. ', ' ', '#', '|', '|-', 'a|b\\n-|-\\n', '```\\n', '\\n', '\\\\', '<http://', 'http://', 'http://a(', ')', '~~', '- a\\n', '\\t- a\\n', '*[_`~~'];
        const deep = Array.from({length: 400}, (_, depth) => `${' '.repeat(2 * depth)}- x`).join('\\n');
        const runs = Array.from({length: 440}, (_, length) => '`'.repeat(length + 1)).join(' ');
        const texts = [...pieces.map((piece) => piece.repeat(100_000 / piece.length)), deep, runs];
        const slow = [];
        for (const text of texts) {
          const start = performance.now();
          parse(text);
          const took = performance.now() - start;
          if (took > 2000) slow.push(`${JSON.stringify(text.slice(0, 20))} took ${took} ms`);
        }
        return slow;
      }
      """;

  private MarkdownCases() {}
}
