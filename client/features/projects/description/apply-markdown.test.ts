import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyMarkdown, type MarkdownAction, type Selected } from './apply-markdown.ts';

/** "a «b» c": the marks enclose the selection; "|" is a caret. */
function select(marked: string): Selected {
  const caret = marked.indexOf('|');
  if (caret !== -1) return { value: marked.replace('|', ''), start: caret, end: caret };
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  return { value: marked.replace(/[«»]/g, ''), start, end };
}

function show({ value, start, end }: Selected): string {
  return start === end
    ? `${value.slice(0, start)}|${value.slice(start)}`
    : `${value.slice(0, start)}«${value.slice(start, end)}»${value.slice(end)}`;
}

it.each<[MarkdownAction, string, string]>([
  ['bold', 'make «this» loud', 'make **«this»** loud'],
  ['bold', 'make **«this»** loud', 'make «this» loud'],
  ['bold', 'make «**this**» loud', 'make «this» loud'],
  ['bold', 'make« this »loud', 'make **«this»** loud'],
  ['bold', '|', '**«bold text»**'],
  ['italic', '«soft»', '_«soft»_'],
  ['italic', 'a |b', 'a _«italic text»_b'],
  ['heading', 'Title|', '## Title|'],
  ['heading', '## Title|', 'Title|'],
  ['heading', '«### One\nTwo»', '«## One\n## Two»'],
  ['heading', '|', '## |'],
  ['list', '«one\ntwo\n»three', '«- one\n- two»\nthree'],
  ['list', '«- one\n- two»', '«one\ntwo»'],
  ['list', 'before\non|e', 'before\n- on|e'],
  ['link', 'see «the docs» now', 'see [the docs](«https://») now'],
  ['link', '«https://example.com/a»', '[«link text»](https://example.com/a)'],
  ['link', '|', '[link text](«https://»)'],
  ['code', 'run «npm start» now', 'run `«npm start»` now'],
  ['code', 'run `«npm start»` now', 'run «npm start» now'],
  ['code', '«let a;\nlet b;»', '```\n«let a;\nlet b;»\n```'],
  ['code', '«```ts\nlet a;\nlet b;\n```»', '«let a;\nlet b;»'],
  ['code', '«a ``` b\nc»', '````\n«a ``` b\nc»\n````'],
])('%s turns %j into %j', (action, before, after) => {
  expect(show(applyMarkdown(action, select(before)))).toBe(after);
});

it('keeps the selection inside the text and every word the user typed', () => {
  const actions: MarkdownAction[] = ['bold', 'italic', 'heading', 'list', 'link', 'code'];
  const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '*', '_', '`', '#', '-', '[') });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), fc.constantFrom(...actions), (value, a, b, action) => {
      const [start, end] = [a % (value.length + 1), b % (value.length + 1)].sort((x, y) => x - y) as [number, number];
      const result = applyMarkdown(action, { value, start, end });
      expect(result.start).toBeGreaterThanOrEqual(0);
      expect(result.start).toBeLessThanOrEqual(result.end);
      expect(result.end).toBeLessThanOrEqual(result.value.length);
      const letters = (text: string) => text.replace(/[^ab]/g, '');
      const added = ['bold text', 'italic text', 'link text', 'https', 'code'].map(letters);
      const kept = letters(result.value);
      expect([letters(value).length, ...added.map((word) => letters(value).length + word.length)]).toContain(
        kept.length,
      );
    }),
  );
});
