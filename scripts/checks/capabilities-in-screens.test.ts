import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * Where a screen chooses by a capability: between two elements, two words or anything else (`hasIt ? this : that`), or an element
 * or a word that is there only without it (`!hasIt && that`). To leave something out is no choice: `hasIt ? remove : undefined`.
 */
function choicesByCapability(source: string): string[] {
  const names = [...source.matchAll(/const (\w+) =[^;]*useCapability\(/g)].map(([, name]) => `\\b${name}\\b`);
  return [...names, /useCapability\('[^']*'\)/.source].flatMap((asked) => {
    const conditionals = [...source.matchAll(new RegExp(`!?${asked}\\s*\\?(?![.?])`, 'g'))]
      .map(({ index, 0: text }) => ({ text, branches: branchesAt(source, index + text.length) }))
      .filter(({ branches }) => !branches.some((branch) => leavesOut.test(branch)))
      .map(({ text, branches }) => `${text} ${branches.join(' : ')}`);
    const without = [...source.matchAll(new RegExp(`!${asked} && (?=\\(?\\s*[<'"\`]|\\w*[cC]opy\\b)[^\n]*`, 'g'))];
    return [...conditionals, ...without.map(([text]) => text)].map((text) => text.replace(/\s+/g, ' ').trim());
  });
}

const leavesOut = /^\(?\s*(?:undefined|null|false|0|''|""|\[\]|\{\s*\})(?![\w.])/;

/** Both branches of a conditional whose `?` ends before `start`, each to the end of its line at the latest. */
function branchesAt(source: string, start: number): [string, string] {
  const colon = endOf(source, start, ':');
  const end = endOf(source, colon + 1, ',');
  return [source.slice(start, colon).trim(), source.slice(colon + 1, end).trim()];
}

/** The index of the first such mark outside of brackets and texts, or of the bracket or semicolon that ends the expression. */
function endOf(source: string, start: number, mark: string): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const letter = source[at] ?? '';
    if (/['"`]/.test(letter)) at = Math.max(at, source.indexOf(letter, at + 1));
    else if (/[([{]/.test(letter)) depth += 1;
    else if (/[)\]}]/.test(letter)) depth -= 1;
    else if (depth === 0 && (letter === mark || letter === ';')) return at;
    if (depth < 0) return at;
  }
  return source.length;
}

it('a screen asks for a capability only to leave something out; other choices stand in store/foreign/stand-ins.ts', () => {
  const files = globSync('client/{features,app,ui}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(200);
  expect(
    files.flatMap((file) => choicesByCapability(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`)),
  ).toEqual([]);
});

it.each([
  ['return can ? <New /> : <Old />;', 'elements'],
  ["return <p>{can ? 'Delete it here.' : 'Ask the operator.'}</p>;", 'words'],
  ['return { title: can ? copy.here : copy.elsewhere };', 'words that stand elsewhere'],
  ["return useCapability('search') ? newest : oldest;", 'lists, without a name for the answer'],
  ['return !can ? (\n  <Old />\n) : (\n  <New />\n);', 'elements on several lines'],
  ['return !can && <Old />;', 'an element that is there only without it'],
  ["return <button>{!can && 'Message'}</button>;", 'a word that is there only without it'],
])('a choice by capability is found: %s (%s)', (code) => {
  expect(choicesByCapability(`const can = useCapability('search');\n${code}`)).toHaveLength(1);
});

it.each([
  'return { remove: can ? remove : undefined };',
  'return can && <New />;',
  "return <p>{can ? ' and people' : ''}</p>;",
  'const shown = [...(can ? [creator] : []), ...members];',
  'return { react: can ? (message: Message) => { if (a) b(); } : undefined, other };',
  'if (!can) return null;',
])('what is left out by capability is no choice: %s', (code) => {
  expect(choicesByCapability(`const can = useCapability('search');\n${code}`)).toEqual([]);
});
