import { expect, it } from 'vitest';
import type { MatchReason } from '#shared/api/users.ts';
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

it('counts each skill once, the most frequent first, in the spelling that came first', () => {
  const counted = countedSkills([{ skills: ['react', 'SQL'] }, { skills: ['React, Go'] }, {}]);
  expect(counted.map(({ skill, count }) => `${skill} ${count}`)).toEqual(['react 2', 'Go 1', 'SQL 1']);
});
