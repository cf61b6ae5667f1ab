import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPseudonyms } from './pseudonyms.ts';

describe('createPseudonyms', () => {
  it('gives a text one name for each secret, and no other text the same', () => {
    const one = createPseudonyms('one');
    expect(one('ada@example.com')).toMatch(/^[\w-]{12}$/);
    expect(createPseudonyms('one')('ada@example.com')).toBe(one('ada@example.com'));
    expect(createPseudonyms('two')('ada@example.com')).not.toBe(one('ada@example.com'));
    expect(one('ben@example.com')).not.toBe(one('ada@example.com'));
  });

  it('is not the plain hash of the text', () => {
    const hash = createHash('sha256').update('ada@example.com').digest('base64url');
    expect(hash.startsWith(createPseudonyms('one')('ada@example.com'))).toBe(false);
  });
});
