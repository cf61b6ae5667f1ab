import { expect, it } from 'vitest';
import { textWarning } from './text-warning.ts';

const upstreamUrl = new URL('http://upstream.example');

it('names the texts that an upstream of somebody else needs', () => {
  expect(textWarning({ upstreamUrl })).toMatch(/^PRIVACY_URL and TERMS_URL not set: \/privacy and \/terms /);
  expect(textWarning({ upstreamUrl, privacyUrl: 'https://example.com/privacy' })).toMatch(
    /^TERMS_URL not set: \/terms /,
  );
});

it('says nothing with the embedded upstream, and where both texts are set', () => {
  expect(textWarning({})).toBeUndefined();
  expect(
    textWarning({ upstreamUrl, privacyUrl: 'https://example.com/privacy', termsUrl: 'https://example.com/terms' }),
  ).toBeUndefined();
});
