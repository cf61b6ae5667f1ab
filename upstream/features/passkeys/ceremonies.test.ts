import { expect, it } from 'vitest';
import { challengeMs, createChallenges } from './ceremonies.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

it('accepts a challenge for its own purpose until its time is over', () => {
  let now = 1_000_000;
  const challenges = createChallenges('secret', () => now);
  const challenge = text(challenges.issue('login'));
  expect(challenges.accepts(challenge, 'login')).toBe(true);
  expect(challenges.accepts(challenge, 'add ada')).toBe(false);
  now += challengeMs;
  expect(challenges.accepts(challenge, 'login')).toBe(false);
});

it('refuses what another deployment issued, and bytes that were changed', () => {
  const ours = createChallenges('secret', () => 1);
  expect(ours.accepts(text(createChallenges('other', () => 1).issue('login')), 'login')).toBe(false);
  const changed = ours.issue('login');
  changed[20] = (changed[20] ?? 0) ^ 1;
  expect(ours.accepts(text(changed), 'login')).toBe(false);
  for (const nonsense of ['', 'AAAA', '!']) expect(ours.accepts(nonsense, 'login')).toBe(false);
});

it('never issues the same twice', () => {
  const challenges = createChallenges('secret', () => 1);
  expect(text(challenges.issue('login'))).not.toBe(text(challenges.issue('login')));
});
