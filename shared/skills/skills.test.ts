import { describe, expect, it } from 'vitest';
import { normaliseSkills, skillKey, skillsProblem } from './skills.ts';

describe('normaliseSkills', () => {
  it('merges spellings that differ in case and spaces, and keeps the first', () => {
    expect(normaliseSkills([' React ', 'react', 'Node  js', 'NODE JS', ''])).toEqual(['React', 'Node js']);
  });
});

describe('skillKey', () => {
  it('is the same for compatible Unicode forms', () => {
    expect(skillKey('ＲｅＡｃｔ')).toBe('react');
  });
});

describe('skillsProblem', () => {
  it('names the limit that is broken', () => {
    expect(skillsProblem(Array.from({ length: 21 }, (_, i) => `s${i}`))).toContain('20');
    expect(skillsProblem(['x'.repeat(41)])).toContain('40');
    expect(skillsProblem(['React'])).toBeUndefined();
  });
});
