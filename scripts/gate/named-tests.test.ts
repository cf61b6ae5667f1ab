import { describe, expect, it } from 'vitest';
import { missing, namingDocuments, notRun, readNames } from './named-tests.ts';

const table = (...cells: string[]) =>
  ['Text.', '', '| Promise | Test |', '| --- | --- |', ...cells.map((cell) => `| A promise | ${cell} |`)].join('\n');
const named = (cell: string) => readNames(table(cell), 'a.md').tests;

describe('readNames', () => {
  it('reads files, titles and groups, and where they are named', () => {
    expect(named('`a.test.ts`<br>`b/c.test.tsx › group › a title`; `d.e2e.ts › x`')).toEqual([
      { place: 'a.md:5', file: 'a.test.ts', titles: [] },
      { place: 'a.md:5', file: 'b/c.test.tsx', titles: ['group', 'a title'] },
      { place: 'a.md:5', file: 'd.e2e.ts', titles: ['x'] },
    ]);
  });

  it('reads titles with backticks and bars', () => {
    expect(named('`` a.test.ts › takes `a` \\| b ``')[0]?.titles).toEqual(['takes `a` | b']);
  });

  it('lists statements that name no test, and reads no other column or table', () => {
    const other = '\n\n| Rule | Ours |\n| --- | --- |\n| x | `a.test.ts` |';
    expect(readNames(`${table('`code.ts`', 'nothing')}${other}`, 'a.md')).toEqual({
      tests: [],
      without: ['a.md:5', 'a.md:6'],
    });
  });
});

describe('missing', () => {
  const place = 'a.md:1';
  const file = 'scripts/gate/named-tests.test.ts';

  it('finds this test by its exact title', () => {
    expect(missing({ place, file, titles: ['missing', 'finds this test by its exact title'] })).toBeUndefined();
  });

  it('does not take a part of a title for a title', () => {
    expect(missing({ place, file, titles: ['this test by its exact'] })).toContain('has no test or group called');
  });

  it('says that a file is not there', () => {
    expect(missing({ place, file: 'no-such.test.ts', titles: [] })).toBe('a.md:1: there is no no-such.test.ts');
  });
});

describe('notRun', () => {
  const ran = [{ file: 'a.test.ts', path: ['group', 'reads 7 as seven', 'last'] }];
  const about = (...titles: string[]) => notRun([{ place: 'a.md:1', file: 'a.test.ts', titles }], ran);

  it.each([[[]], [['group']], [['reads %s as $word']], [['group', 'reads %i as seven']], [['last']]])(
    'finds %j among the tests that ran',
    (titles) => expect(about(...titles)).toEqual([]),
  );

  it.each([[['grou']], [['reads as']], [['last', 'group']], [['group', 'last']]])('does not find %j', (titles) =>
    expect(about(...titles)).toEqual([`a.md:1: did not run: ${['a.test.ts', ...titles].join(' › ')}`]),
  );

  it('does not find a test of another file', () => {
    expect(notRun([{ place: 'a.md:1', file: 'b.test.ts', titles: [] }], ran)).toHaveLength(1);
  });
});

describe('the tests that documents name', () => {
  const documents = namingDocuments();

  it('stand in the code, and each statement has one', () => {
    expect(documents.flatMap(({ tests }) => tests.flatMap((test) => missing(test) ?? []))).toEqual([]);
    expect(documents.flatMap(({ without }) => without)).toEqual([]);
  });

  it('are read from the document on the gateway, at least', () => {
    const fromGateway = documents
      .flatMap(({ tests }) => tests)
      .filter(({ place }) => place.includes('gateway-guarantees'));
    expect(fromGateway.length).toBeGreaterThan(80);
  });
});
