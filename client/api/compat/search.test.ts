import { describe, expect, it } from 'vitest';
import { searchPeople, searchProjects } from './search.ts';

const person = (id: string, firstName: string, rest: object = {}) => ({ _id: id, firstName, lastName: 'X', ...rest });
const ids = (items: { _id: string }[]) => items.map(({ _id }) => _id);

describe('searchPeople', () => {
  it('orders by name prefix, skill, part of the name, then about', () => {
    const people = [
      person('about', 'Zed', { about: 'I like go' }),
      person('part', 'Hugo'),
      person('skill', 'Yan', { skills: ['Go'] }),
      person('prefix', 'Gordon'),
      person('none', 'Nobody'),
    ];
    expect(ids(searchPeople(people, { q: 'go', skill: '' }))).toEqual(['prefix', 'skill', 'part', 'about']);
  });

  it('ignores case and accents, and lists nobody twice', () => {
    const zoe = person('z', 'Zoë');
    expect(ids(searchPeople([zoe, zoe], { q: 'ZOE', skill: '' }))).toEqual(['z']);
  });

  it('keeps only people with the chosen skill, also when it came as one string', () => {
    const people = [person('a', 'Ana', { skills: ['React, SQL'] }), person('b', 'Ben', { skills: ['Go'] })];
    expect(ids(searchPeople(people, { q: '', skill: 'sql' }))).toEqual(['a']);
  });
});

describe('searchProjects', () => {
  it('finds words of a description, whatever its markup', () => {
    const creator = person('c', 'Cleo');
    const project = { _id: 'p', projectName: 'Atlas', description: '<p>A <b>map</b> of trains</p>', creator };
    expect(ids(searchProjects([project], { q: 'trains', skill: '' }))).toEqual(['p']);
    expect(searchProjects([project], { q: 'boats', skill: '' })).toEqual([]);
  });
});
