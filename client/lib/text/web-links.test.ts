import { describe, expect, it } from 'vitest';
import { linkify } from './web-links.ts';

describe('linkify', () => {
  it('links web addresses and leaves the punctuation after them to the sentence', () => {
    expect(linkify('See https://example.com/a. And (http://b.example)!')).toEqual([
      { at: 0, text: 'See ' },
      { at: 4, text: 'https://example.com/a', href: 'https://example.com/a' },
      { at: 25, text: '. And (' },
      { at: 32, text: 'http://b.example', href: 'http://b.example' },
      { at: 48, text: ')!' },
    ]);
  });

  it('keeps brackets that belong to an address', () => {
    const href = 'https://en.wikipedia.example/wiki/Foo_(bar)';
    expect(linkify(`(${href})`).filter((part) => part.href)).toEqual([{ at: 1, text: href, href }]);
  });

  it('links no other scheme', () => {
    expect(linkify('javascript:alert(1) data:x')).toEqual([{ at: 0, text: 'javascript:alert(1) data:x' }]);
  });
});
