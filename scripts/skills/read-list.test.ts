import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/skills/catalogue.ts';
import { foldSpelling } from '#shared/skills/fold-spelling.ts';
import { readList } from './read-list.ts';

describe('the list of skills', () => {
  it('reads names, spellings and misspellings, sorted by name', () => {
    const text = '# Data\nRedis = valkey ~ reddis, redsi\n\nC#\n';
    expect(readList(text, foldSpelling)).toEqual([
      { name: 'C#', spellings: [], misspellings: [] },
      { name: 'Redis', spellings: ['valkey'], misspellings: ['reddis', 'redsi'] },
    ]);
  });

  it('refuses a spelling of two skills, a name twice, and a name that is too long', () => {
    expect(() => readList('Go = golang\nGolang', foldSpelling)).toThrow('“golang” stands for Golang and for Go.');
    expect(() => readList('Go\nGo', foldSpelling)).toThrow('“Go” stands for Go and for Go.');
    expect(() => readList('x'.repeat(41), foldSpelling)).toThrow('names no skill');
  });

  it('is what the catalogue was written from', () => {
    const list = readFileSync(new URL('list.txt', import.meta.url), 'utf8');
    expect(catalogue.skills).toEqual(readList(list, foldSpelling));
  });
});
