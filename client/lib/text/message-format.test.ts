import { describe, expect, it } from 'vitest';
import { withCpuTime } from '#tests/support/cpu-time.ts';
import { endsInsideFence, messageExcerpt, parseMessage } from './message-format.ts';

const inlineOf = (text: string) => {
  const [part] = parseMessage(text);
  return part?.kind === 'inline' ? part.parts : undefined;
};

describe('parseMessage', () => {
  it('leaves plain text alone, markdown and HTML included', () => {
    const text = '**bold** <img src=x onerror=alert(1)> [a](javascript:alert(1)) # not a heading';
    expect(parseMessage(text)).toEqual([{ kind: 'inline', parts: [{ kind: 'text', text }] }]);
  });

  it('finds inline code, in which nothing else is found', () => {
    expect(inlineOf('use `https://a.b` now')).toEqual([
      { kind: 'text', text: 'use ' },
      { kind: 'code', text: 'https://a.b' },
      { kind: 'text', text: ' now' },
    ]);
  });

  it.each([
    ['see https://a.b/c.', 'https://a.b/c'],
    ['(https://a.b/c)', 'https://a.b/c'],
    ['https://en.wikipedia.org/wiki/Rust_(language)', 'https://en.wikipedia.org/wiki/Rust_(language)'],
    ['https://a.b/?q=1&r=2#x!', 'https://a.b/?q=1&r=2#x'],
    ['<https://a.b>', 'https://a.b'],
    ['HTTP://A.B/x', 'HTTP://A.B/x'],
  ])('finds the link in %s', (text, href) => {
    expect(inlineOf(text)?.filter((part) => part.kind === 'link')).toEqual([{ kind: 'link', text: href, href }]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://', 'ftp://a.b'])('never links %s', (text) => {
    expect(inlineOf(text)?.some((part) => part.kind === 'link')).toBe(false);
  });

  it('finds fenced code with its language, and keeps its spaces', () => {
    expect(parseMessage('look:\n```ts\n  const a = `1`;\n```\nnice')).toEqual([
      { kind: 'inline', parts: [{ kind: 'text', text: 'look:' }] },
      { kind: 'block', text: '  const a = `1`;', language: 'ts' },
      { kind: 'inline', parts: [{ kind: 'text', text: 'nice' }] },
    ]);
  });

  it('keeps a fence without an end as text', () => {
    expect(parseMessage('```\nhalf')).toEqual([{ kind: 'inline', parts: [{ kind: 'text', text: '```\nhalf' }] }]);
  });

  it('takes long hostile texts in linear time', () => {
    const texts = ['`'.repeat(2000), '```\n'.repeat(500), 'http://'.repeat(280), `https://a.b/${')'.repeat(1900)}`];
    expect(withCpuTime(() => texts.map(parseMessage)).cpuMs).toBeLessThan(5000);
  });
});

describe('endsInsideFence', () => {
  it.each([
    ['```', true],
    ['look:\n```ts\nconst a = 1;\n', true],
    ['```\na\n```\nand\n```sh\nls', true],
    ['```\na\n```', false],
    ['```ts\na\n```\nafter', false],
    ['`a` and ```b```', false],
    ['', false],
  ])('%j: %s', (text, inside) => {
    expect(endsInsideFence(text)).toBe(inside);
  });
});

describe('messageExcerpt', () => {
  it('is one line, cut at a length', () => {
    expect(messageExcerpt('a\n\n```ts\nb\n```')).toBe('a b');
    expect(messageExcerpt('x'.repeat(200), 10)).toBe(`${'x'.repeat(9)}…`);
  });
});
