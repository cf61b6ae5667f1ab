import { describe, expect, it } from 'vitest';
import { canonicalKey, canonicalSkill } from './canonical-skill.ts';
import { catalogue } from './catalogue.ts';

describe('a skill', () => {
  it.each([
    ['postgres', 'PostgreSQL'],
    ['k8s', 'Kubernetes'],
    ['typescript', 'TypeScript'],
    ['node js', 'Node.js'],
    ['ｒｅａｃｔ', 'React'],
    ['React.js', 'React'],
    ['csharp', 'C#'],
    ['.net', '.NET'],
  ])('that is written %s has the listed name %s', (spelling, name) => {
    expect(canonicalSkill(spelling)).toBe(name);
  });

  it.each([
    ['go', 'Go'],
    ['r', 'R'],
    ['net', '.NET'],
  ])('as short as %s is %s only where nothing else is written', (spelling, name) => {
    expect(canonicalSkill(spelling)).toBe(name);
    for (const longer of [`${spelling} cart`, `the ${spelling}`, `x${spelling}x`])
      expect(canonicalSkill(longer)).toBe(longer);
  });

  it('that is not listed stays as its person wrote it, and has one key whatever its case', () => {
    expect(canonicalSkill('Quilting')).toBe('Quilting');
    expect(canonicalKey('QUILTING')).toBe(canonicalKey('quilting'));
  });

  it('that is misspelt in one of 200 and more common ways has its listed name', () => {
    const mistakes = catalogue.skills.flatMap(({ name, misspellings }) =>
      misspellings.map((each) => [each, name] as const),
    );
    expect(mistakes.length).toBeGreaterThan(200);
    expect(mistakes.filter(([mistake, name]) => canonicalSkill(mistake) !== name)).toEqual([]);
  });

  it('has one of six hundred and more listed names, each of which is itself', () => {
    expect(catalogue.skills.length).toBeGreaterThan(600);
    expect(catalogue.skills.filter(({ name }) => canonicalSkill(name) !== name)).toEqual([]);
  });
});
