import { describe, expect, it } from 'vitest';
import { markdownToHtml } from './markdown-to-html.ts';

function parsed(html: string): Element[] {
  const box = document.createElement('template');
  box.innerHTML = html;
  return [...box.content.querySelectorAll('*')];
}

describe('Markdown on a public page', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](/setting)',
    '<javascript:alert(1)>',
    '![a](data:text/html,x)',
  ])('shows %s as words', (text) => {
    expect(parsed(markdownToHtml(text)).map(({ localName }) => localName)).toEqual(['p']);
  });

  it.each(['#\n', '*a* ', '- a\n', '|a|b\n', '`a` ', 'a\n\n', '[a](https://b.c) '])(
    'makes a bounded number of elements of %j again and again',
    (piece) => {
      expect(parsed(markdownToHtml(piece.repeat(20_000 / piece.length))).length).toBeLessThan(4500);
    },
  );

  it.each(['a@b.de ', '<a@b.c>', 'http://a.b ', '<http://a>'])(
    'makes at most 800 links of %j again and again, because each takes long',
    (piece) => {
      const links = parsed(markdownToHtml(piece.repeat(20_000 / piece.length))).filter(
        ({ localName }) => localName === 'a',
      );
      expect(links.length).toBeGreaterThan(300);
      expect(links.length).toBeLessThan(800);
    },
  );

  it('keeps headings below the page’s own, and code and tables within reach of the keyboard', () => {
    const html = markdownToHtml('# One\n\n###### Six\n\n```js\n<b>\n```\n\n| a |\n| :-: |\n| b |');
    expect(html).toContain('<h3>One</h3>');
    expect(html).toContain('<h6>Six</h6>');
    expect(html).toContain('<code>&lt;b&gt;\n</code>');
    expect(parsed(html).filter((element) => element.hasAttribute('tabindex'))).toHaveLength(2);
    expect(html).not.toContain('style=');
  });

  it('shows the items of a task list as boxes that nobody can tick', () => {
    const items = parsed(markdownToHtml('- [ ] read\n- [x] write **well**\n- [y] neither\n\n1. [X] first\n\n2. <b>'));
    const tasks = items
      .filter(({ localName }) => localName === 'li')
      .map((item) => {
        const box = item.querySelector('input');
        return [item.className, item.textContent?.trim(), box?.disabled, box?.checked, box?.getAttribute('aria-label')];
      });
    expect(tasks).toEqual([
      ['task-list-item', 'read', true, false, 'To do'],
      ['task-list-item', 'write well', true, true, 'Done'],
      ['', '[y] neither', undefined, undefined, undefined],
      ['task-list-item', 'first', true, true, 'Done'],
      ['', '<b>', undefined, undefined, undefined],
    ]);
  });

  it('does not load pictures, which would tell other sites who looks', () => {
    expect(markdownToHtml('![a kite](https://tracker.test/p.png)')).toBe('<p>a kite</p>\n');
  });
});
