import MarkdownIt from 'markdown-it';
import { cappedMarkdown } from '#client/lib/text/markdown/capped-markdown.ts';

/** Tags in a text are shown as text: with them, a page without scripts would need a sanitiser that parses HTML. */
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 30 });

/** Only whole addresses of the web, and mail: a relative one would point into this site. */
markdown.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address.trim());

const { rules } = markdown.renderer;
// Pictures of other sites would tell those sites who looks.
rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? '');
rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener noreferrer ugc');
  return self.renderToken(tokens, index, options);
};
// The page has its own h1 and h2.
rules.heading_open = (tokens, index) => `<h${lowered(tokens[index]?.tag)}>`;
rules.heading_close = (tokens, index) => `</h${lowered(tokens[index]?.tag)}>\n`;
// A wide table or line scrolls inside its box, which the keyboard must reach.
rules.table_open = () => '<div class="prose-table" tabindex="0" role="group" aria-label="Table"><table>\n';
rules.table_close = () => '</table></div>\n';
rules.fence = (tokens, index) => codeBlock(tokens[index]?.content ?? '');
rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '');
// A column's alignment is a style attribute, which the page forbids.
for (const cell of ['th_open', 'td_open'] as const) rules[cell] = () => (cell === 'th_open' ? '<th>' : '<td>');

// `- [x] done` is a box that nobody can tick, as in the application.
markdown.core.ruler.after('inline', 'tasks', ({ tokens, Token }) => {
  for (const [index, item] of tokens.entries()) {
    const first = tokens[index + 2]?.children?.[0];
    if (item.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open' || first?.type !== 'text')
      continue;
    const mark = /^\[([ xX])\]\s+/.exec(first.content);
    if (!mark) continue;
    first.content = first.content.slice(mark[0].length);
    item.attrSet('class', 'task-list-item');
    const box = new Token('html_inline', '', 0);
    box.content =
      mark[1] === ' '
        ? '<input type="checkbox" disabled aria-label="To do">'
        : '<input type="checkbox" disabled checked aria-label="Done">';
    tokens[index + 2]?.children?.unshift(box);
  }
});

function lowered(tag = 'h6'): number {
  return Math.min(6, Number(tag[1]) + 2);
}

function codeBlock(code: string): string {
  return `<div class="prose-code"><pre tabindex="0" role="group" aria-label="Code"><code>${markdown.utils.escapeHtml(code)}</code></pre></div>\n`;
}

/** Markdown as safe HTML: every tag in it is written here. */
export function markdownToHtml(source: string): string {
  const { text, isCut } = cappedMarkdown(source);
  return markdown.render(text) + (isCut ? '<p>The rest of this text is too long to show.</p>\n' : '');
}
