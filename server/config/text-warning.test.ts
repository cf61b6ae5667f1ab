import { expect, it } from 'vitest';
import { textWarning } from './text-warning.ts';

const upstreamUrl = new URL('http://upstream.example');

it('names the texts that an upstream of somebody else needs', () => {
  expect(textWarning({ upstreamUrl })).toMatch(/^PRIVACY_FILE and TERMS_FILE not set: \/privacy and \/terms /);
  expect(textWarning({ upstreamUrl, privacyFile: 'privacy.md' })).toMatch(/^TERMS_FILE not set: \/terms /);
});

it('says nothing with the embedded upstream, and where both texts are set', () => {
  expect(textWarning({})).toBeUndefined();
  expect(textWarning({ upstreamUrl, privacyFile: 'p.md', termsUrl: 'https://example.com/terms' })).toBeUndefined();
});
