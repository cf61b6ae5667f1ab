import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withLines } from './places.ts';

it('the life of a call names every place where it says', () => {
  const document = readFileSync('docs/life-of-a-call.md', 'utf8');
  const now = withLines(document, (file) => readFileSync(file, 'utf8'));
  expect(now.match(/\.ts#L/g)?.length).toBeGreaterThan(50);
  expect(document, 'lines have moved: node scripts/life-of-a-call.ts --write').toBe(now);
  expect(document.match(/`[\w/.-]+\.ts`/g), 'a place without its line').toBe(null);
});

it('a place is the line of a declaration or of a listener, and one that is gone is named', () => {
  const source = ['const a = 1;', 'server.on("x");', "  proxy.on('open', (socket) => {", '  async take(x) {'].join(
    '\n',
  );
  const written = (name: string, line: number) => `[\`a.ts:${line}\`](../a.ts#L${line}) › \`${name}\``;
  for (const [name, line] of [
    ['a', 1],
    ["proxy.on('open')", 3],
    ['take', 4],
  ] as const)
    expect(withLines(written(name, 99), () => source)).toBe(written(name, line));
  expect(() => withLines(written('gone', 1), () => source)).toThrow('a.ts has no gone');
});
