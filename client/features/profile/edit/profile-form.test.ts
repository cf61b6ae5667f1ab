import { expect, it } from 'vitest';
import { changesOf, formOf, problemsOf } from './profile-form.ts';

const user = { _id: '1', firstName: 'Ada', lastName: 'Byron', about: 'Engines', skills: ['Go, SQL'] };

it('holds only the fields that differ from what was loaded; skills may have come as one string', () => {
  const loaded = formOf(user);
  expect(loaded.skills).toEqual(['Go', 'SQL']);
  expect(changesOf(loaded, loaded)).toEqual({});
  expect(changesOf(loaded, { ...loaded, about: '', skills: ['Go'] })).toEqual({ about: '', skills: ['Go'] });
});

it('holds links with their https://, and none that was only written shorter', () => {
  const loaded = formOf({ ...user, websiteUrl: 'https://ada.dev' });
  const typed = { ...loaded, githubUrl: 'github.com/ada', websiteUrl: 'ada.dev', photoUrl: 'ada.dev/me.png' };
  const changes = changesOf(loaded, typed);
  expect(changes).toEqual({ githubUrl: 'https://github.com/ada', photoUrl: 'https://ada.dev/me.png' });
  expect(problemsOf(changes)).toEqual({});
});

it('names each field that the upstream would refuse, and accepts an emptied link and names at both limits', () => {
  const problems = problemsOf({
    firstName: ' A ',
    lastName: 'x'.repeat(41),
    photoUrl: 'javascript:alert(1)',
    githubUrl: 'ada',
    about: 'x'.repeat(501),
    skills: Array.from({ length: 21 }, (_, i) => `s${i}`),
  });
  expect(Object.keys(problems).sort()).toEqual(['about', 'firstName', 'githubUrl', 'lastName', 'photoUrl', 'skills']);
  const about = '🎉'.repeat(500);
  const kept = { photoUrl: '', firstName: 'Al', lastName: 'x'.repeat(40), websiteUrl: 'https://a.dev', about };
  expect(problemsOf(kept)).toEqual({});
});
