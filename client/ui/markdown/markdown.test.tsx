import { fireEvent, render as renderReact, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { withCpuTime } from '#tests/support/cpu-time.ts';
import { RichText } from './rich-text.tsx';

function render(source: string): HTMLElement {
  const { container } = renderReact(<RichText source={source} />);
  return container.querySelector<HTMLElement>('.prose') ?? container;
}

// Both renderers are loaded, so that each text is shown at once.
beforeAll(async () => {
  for (const source of ['words', '<p>words</p>']) {
    const box = render(source);
    await waitFor(() => expect(box.textContent).toBe('words'));
  }
});

const html = (source: string) => render(source).innerHTML.trim().replace(/>\s+</g, '><');

describe('what people write', () => {
  it('turns Markdown into elements', () => {
    expect(html('Some **bold**, _soft_ and `code`.')).toBe(
      '<p>Some <strong>bold</strong>, <em>soft</em> and <code>code</code>.</p>',
    );
    expect(html('- one\n- two')).toBe('<ul><li>one</li><li>two</li></ul>');
  });

  it('shifts headings two levels down, at most to h6', () => {
    expect(html('# A\n\n## B\n\n##### C')).toBe('<h3>A</h3><h4>B</h4><h6>C</h6>');
    expect(html('<h1>A</h1>')).toBe('<h3>A</h3>');
  });

  it('colours fenced code, and copies it', async () => {
    const user = userEvent.setup();
    const box = render('```ts\nconst a = 1;\n```');
    await waitFor(() => expect(box.querySelector('.hljs-keyword')?.textContent).toBe('const'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('const a = 1;\n');
    expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeNull();
  });

  it('keeps the language of fenced code and no other class', () => {
    const code = render('```klingon\nlet a;\n```').querySelector('pre > code');
    expect(code?.textContent).toBe('let a;\n');
    expect(code?.className).toMatch(/^(?:language-klingon)?$/);
    expect(html('<p class="btn language-ts" id="x" style="color:red">a</p>')).toBe('<p>a</p>');
  });

  it('renders the HTML of other clients', () => {
    const text = '<h2>Aim</h2><p>Be <strong>kind</strong><br></p><ul><li>one</li></ul>';
    const box = render(`${text}<pre class="ql-syntax">x\n\ny</pre>`);
    expect(box.innerHTML).toContain('<h4>Aim</h4><p>Be <strong>kind</strong><br></p><ul><li>one</li></ul>');
    expect(box.querySelector('pre > code')?.textContent).toBe('x\n\ny');
  });

  it('shows the items of a task list as boxes that nobody can tick', () => {
    const box = render(
      '- [ ] read\n- [x] write **well**\n- [y] neither\n- [ ]\n\n1. [X] first\n\n2. [link](https://a.test)',
    );
    const tasks = [...box.querySelectorAll('li')].map((item) => [
      item.querySelector('input')?.getAttribute('aria-label'),
      item.textContent.trim(),
    ]);
    expect(tasks).toEqual([
      ['To do', 'read'],
      ['Done', 'write well'],
      [undefined, '[y] neither'],
      [undefined, '[ ]'],
      ['Done', 'first'],
      [undefined, 'link'],
    ]);
    const inputs = [...box.querySelectorAll('input')];
    expect(inputs.every(({ type, disabled }) => type === 'checkbox' && disabled)).toBe(true);
    expect(inputs.map(({ checked }) => checked)).toEqual([false, true, true]);
  });

  it('puts a wide table into a scrolling box that the keyboard reaches', () => {
    const box = render('| a | b |\n|---|---|\n| 1 | 2 |').querySelector('table')?.parentElement;
    expect(box?.tabIndex).toBe(0);
    expect(box?.getAttribute('role')).toBe('group');
  });
});

describe('links', () => {
  it.each([
    ['[a](https://example.com/x)', 'https://example.com/x'],
    ['<a href="https://example.com/x">a</a>', 'https://example.com/x'],
    ['see http://example.com/a', 'https://example.com/a'],
    ['[a](mailto:ana@example.com)', 'mailto:ana@example.com', ''],
  ])('%s leads to %s, apart and unfollowed', (source, href, target = '_blank') => {
    const link = render(source).querySelector('a');
    expect([link?.getAttribute('href'), link?.rel, link?.target]).toEqual([
      href,
      'nofollow noopener noreferrer ugc',
      target,
    ]);
  });

  it.each([
    '/project/delete',
    '#x',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a/b',
    '//evil.example',
    'blob:x',
  ])('leaves only the words of a link to %s', (href) => {
    expect(render(`<a href="${href}">words</a>`).innerHTML.trim()).toBe('<p>words</p>');
  });
});

describe('pictures', () => {
  it('loads them late, over https and without a referrer', () => {
    const image = render('![a cat](https://example.com/cat.png "Tom")').querySelector('img');
    expect(image?.getAttribute('src')).toBe('https://example.com/cat.png');
    expect(image?.getAttribute('loading')).toBe('lazy');
    expect(image?.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(image?.alt).toBe('a cat');
    expect(image?.title).toBe('Tom');
    expect(render('<img src="https://example.com/a.png">').querySelector('img')?.alt, 'decorative').toBe('');
  });

  it.each([
    ['a cat', 'a cat'],
    ['', 'This picture could not be loaded'],
  ])('says %j in words where it cannot be loaded', (alt, words) => {
    const box = render(`Look: ![${alt}](https://example.com/gone.png)`);
    fireEvent.error(box.querySelector('img') as HTMLElement);
    expect(box.querySelector('img')).toBeNull();
    expect(box.querySelector('.lost-picture')?.textContent).toBe(words);
  });

  it.each(['http://example.com/a.png', 'data:image/png;base64,AA', '/a.png', 'blob:x'])(
    'shows only the words of %s',
    (src) => {
      expect(render(`<img src="${src}" alt="a cat">`).innerHTML.trim()).toContain('a cat');
      expect(render(`<img src="${src}" alt="a cat">`).querySelector('img')).toBeNull();
    },
  );
});

describe('hostile text', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action="https://evil.example"><button>go</button></form>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<style>*{display:none}</style>',
    '<a id="body" name="cookie" style="x" onclick="alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '![x](javascript:alert(1))',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  ])('%s leaves nothing that acts', (source) => {
    const box = render(source);
    expect(box.querySelector('script,style,iframe,form,base,meta,svg,math,button,[id],[name],[style]')).toBeNull();
    for (const element of box.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/);
        expect(value).not.toMatch(/javascript:|data:/i);
      }
    }
  });

  it('a document of frames is empty', () => {
    expect(render('<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>').innerHTML).toBe('');
  });

  it.each([
    ['quotes', '> '.repeat(25_000)],
    ['lists', Array.from({ length: 500 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n')],
    ['brackets', '['.repeat(50_000)],
    ['emphasis', '*a_ '.repeat(12_000)],
    ['open elements', '<div>'.repeat(10_000)],
    [
      'mis-nested formatting',
      `<p>${Array.from({ length: 700 }, (_, i) => `<b class=${i}>`).join('')}${'<p>x'.repeat(700)}`,
    ],
    ['a table', `|a|\n|-|\n${'|x|\n'.repeat(12_000)}`],
    ['a wide table', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'a\n'.repeat(1450)}`],
    ['quotes in lists', '> - '.repeat(5000)],
    ['nested emphasis', `${'*a '.repeat(1500)}${'b* '.repeat(1500)}`],
    ['autolinks', 'http://a.example/ '.repeat(2700)],
    ['backticks', '`a``b```'.repeat(6000)],
    ['entities', '&amp'.repeat(12_000)],
  ])('deep or long %s are shown in bounds and soon', (_name, source) => {
    const { result: box, cpuMs } = withCpuTime(() => render(source));
    expect(cpuMs).toBeLessThan(8000);
    expect(box.querySelectorAll('*').length).toBeLessThanOrEqual(26_000);
    let depth = 0;
    for (let level = [...box.children]; level.length > 0; level = level.flatMap((e) => [...e.children])) depth += 1;
    expect(depth).toBeLessThanOrEqual(41);
  });

  it('cuts very long texts, and says so', () => {
    const text = render('word '.repeat(20_000)).textContent;
    expect(text.length).toBeLessThan(51_000);
    expect(text).toContain('too long to show');
  });
});
