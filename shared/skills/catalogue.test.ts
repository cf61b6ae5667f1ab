import { expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { catalogue } from './catalogue.ts';
import { foldSpelling } from './fold-spelling.ts';

it('lists skills by their names, each short enough for a profile', () => {
  const names = catalogue.skills.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
  expect(names.filter((name) => name.trim() !== name || name === '' || name.length > limits.skill.max)).toEqual([]);
});

it('has each spelling once, and for one skill alone', () => {
  const spellings = catalogue.skills.flatMap((skill) => [skill.name, ...skill.spellings, ...skill.misspellings]);
  const keys = spellings.map(foldSpelling);
  expect(spellings.filter((_, i) => keys.indexOf(keys[i] as string) !== i)).toEqual([]);
});
