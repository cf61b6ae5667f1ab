import { expect, it } from 'vitest';
import type { LetterFile } from '#shared/share-drawing.ts';
import { drawable } from './letters.ts';
import { wordsOfPicture } from './picture-words.ts';

const latin: LetterFile = { file: 'latin.woff', family: 'text', weight: 600, ranges: [[0x20, 0x17f]] };
const emoji: LetterFile = { file: 'emoji.woff', family: 'text', weight: 600, ranges: [[0x1f300, 0x1faff]] };
const words = (text: string) => drawable(text, [latin, emoji]);

it('letters of no font are left out, and what is left stands on one line', () => {
  expect(words('Kite\n 山 flies')).toBe('Kite flies');
  expect(words('山田')).toBe('');
  expect(words('e\u0301')).toBe('é');
});

it('an emoji of several is its first one, in the colour of the text', () => {
  expect(words('👩‍💻 👍🏽 ✨️')).toBe('👩 👍');
});

it('a project has its creator’s name and face, and one without letters is untitled', () => {
  const project = { _id: 'p', projectName: '山田', description: 'One. Two.', skills: ['Go', '山'] };
  const creator = { firstName: 'Ana', lastName: 'Kim', _id: 'a' };
  expect(wordsOfPicture({ kind: 'project', project: { ...project, creator } }, words)).toEqual({
    ...{ id: 'p', title: 'Untitled project', line: 'A project by Ana Kim', sentence: 'One.', skills: ['Go'] },
    person: { id: 'a', name: 'Ana Kim' },
  });
});

it('a person without words is a developer on DotCode', () => {
  const user = { _id: 'a', firstName: 'Ana', lastName: '', skills: [], projects: [] };
  const { title, line, sentence } = wordsOfPicture({ kind: 'profile', user }, words);
  expect([title, line, sentence]).toEqual(['Ana', 'A developer on DotCode', '']);
});
