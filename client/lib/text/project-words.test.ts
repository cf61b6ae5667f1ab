import { expect, it } from 'vitest';
import { starters } from './project-words.ts';

it('begins with shared skills', () => {
  const lines = starters({ skills: ['react', 'Go'] }, { firstName: 'Ana', skills: ['Python', 'React'] });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe('Hi Ana, we both work with React. What are you building?');
  expect(lines[1]).toContain('Python');
  // Another upstream may send the skills as one text.
  expect(starters({ skills: ['Go'] }, { firstName: 'Ana', skills: ['Go, SQL'] })[0]).toContain('Go');
});

it('has three lines for people with an empty profile', () => {
  expect(starters({}, { firstName: '' })).toHaveLength(3);
});
