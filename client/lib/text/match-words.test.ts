import { expect, it } from 'vitest';
import type { MatchReason } from '#shared/api/users.ts';
import { matchReasons } from '#shared/match-reasons.ts';
import { countedSkills, matchSentence } from './match-words.ts';

const skills: MatchReason = { kind: 'skills', skills: ['Go', 'React', 'SQL', 'CSS'] };
const pair: MatchReason = { kind: 'intent', mine: 'pair', theirs: 'pair' };
const mentor: MatchReason = { kind: 'intent', mine: 'be mentored', theirs: 'mentor' };
const overlap: MatchReason = { kind: 'overlap', hours: 4 };

it.each([
  [[], ''],
  [[skills], 'You both use Go, React and SQL'],
  [[skills, pair, overlap], 'You both use Go, React and SQL · both want to pair · 4 h overlap'],
  [[pair, mentor], 'You both want to pair · wants to mentor'],
  [[mentor, overlap], 'Wants to mentor · 4 h overlap'],
  [[overlap], '4 h overlap'],
] as const)('%j is said as “%s”', (reasons, sentence) => {
  expect(matchSentence(reasons)).toBe(sentence);
});

it('the reasons are what two people share, what each finds in the other, and two hours or more in common', () => {
  const at = Date.UTC(2026, 6, 1);
  const own = { skills: ['go', 'SQL'], lookingFor: ['hire', 'pair'], timeZone: 'Europe/Berlin' } as const;
  const reasonsFor = (person: object) => matchReasons(own, person, at).map((reason) => Object.values(reason).flat());
  expect(reasonsFor({ skills: ['Go', 'C'], lookingFor: ['be hired', 'pair'], timeZone: 'Europe/Lisbon' })).toEqual([
    ['skills', 'Go'],
    ['intent', 'hire', 'be hired'],
    ['intent', 'pair', 'pair'],
    ['overlap', 8],
  ]);
  expect(reasonsFor({ lookingFor: ['hire'], timeZone: 'America/Chicago' })).toEqual([['overlap', 2]]);
  for (const timeZone of ['America/Los_Angeles', 'Australia/Sydney', 'Nowhere/Land'])
    expect(reasonsFor({ timeZone })).toEqual([]);
});

it('counts each skill once, the most frequent first, in the spelling that came first', () => {
  const counted = countedSkills([{ skills: ['react', 'SQL'] }, { skills: ['React, Go'] }, {}]);
  expect(counted.map(({ skill, count }) => `${skill} ${count}`)).toEqual(['react 2', 'Go 1', 'SQL 1']);
});
