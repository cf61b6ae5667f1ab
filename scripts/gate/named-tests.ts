import { existsSync, globSync, readFileSync } from 'node:fs';
import { escapeRegExp, type RunTest } from './test-report.ts';

/** A test, a group of tests or a whole file that a document names as the proof of a statement. */
export interface NamedTest {
  /** The document and the line. */
  readonly place: string;
  /** The path from the root. */
  readonly file: string;
  /** Titles from the outer group to the test, as they stand in the code; none for the whole file. */
  readonly titles: readonly string[];
}

export interface NamingDocument {
  readonly tests: NamedTest[];
  /** The places of statements that name no test. */
  readonly without: string[];
}

/** Every document whose tables have the column *Test*: the guarantees of the gateway, for one. */
export function namingDocuments(): NamingDocument[] {
  return globSync('docs/**/*.md')
    .map((file) => readNames(readFileSync(file, 'utf8'), file))
    .filter(({ tests, without }) => tests.length + without.length > 0);
}

/**
 * Reads the column *Test* of the tables in a Markdown text. A cell names tests in code spans, each `path/to/file.test.ts`
 * or `path/to/file.test.ts › title`, where a title may follow those of its groups: `file › group › title`.
 */
export function readNames(markdown: string, document: string): NamingDocument {
  const tests: NamedTest[] = [];
  const without: string[] = [];
  let column = -1;
  let isHead = true;
  for (const [index, line] of markdown.split('\n').entries()) {
    const cells = cellsOf(line);
    if (cells.length === 0) {
      isHead = true;
      continue;
    }
    if (isHead) column = cells.indexOf('Test');
    const isStatement = !isHead && column !== -1 && !/^[-: ]+$/.test(cells[column] ?? '');
    isHead = false;
    if (!isStatement) continue;
    const place = `${document}:${index + 1}`;
    const named = codeSpans(cells[column] ?? '').flatMap((span) => parseName(span, place));
    if (named.length === 0) without.push(place);
    tests.push(...named);
  }
  return { tests, without };
}

/** A row's cells; `\|` is part of a cell. */
function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return [];
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function codeSpans(cell: string): string[] {
  return [...cell.matchAll(/(`+)(.+?)\1(?!`)/g)].map(([, , text = '']) => text.trim());
}

function parseName(span: string, place: string): NamedTest[] {
  const [file = '', ...titles] = span.split(' › ');
  return /\.(test\.tsx?|e2e\.ts)$/.test(file) ? [{ place, file, titles }] : [];
}

/** Why a named test cannot be found in the code; undefined when its file and each of its titles are there. */
export function missing({ place, file, titles }: NamedTest): string | undefined {
  if (!existsSync(file)) return `${place}: there is no ${file}`;
  const source = readFileSync(file, 'utf8');
  const lost = titles.find((title) => !isLiteral(title, source));
  return lost === undefined ? undefined : `${place}: ${file} has no test or group called “${lost}”`;
}

/** Whether the title is the first argument of a call, as in `it('title', …)`. */
function isLiteral(title: string, source: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const literal = escapeRegExp(quote + title.replaceAll(quote, `\\${quote}`) + quote);
    return new RegExp(`\\(\\s*${literal}\\s*,`).test(source);
  });
}

/** The sentences about named tests that are not among those that ran. */
export function notRun(named: readonly NamedTest[], ran: readonly RunTest[]): string[] {
  return named
    .filter((test) => !ran.some((one) => one.file === test.file && contains(one.path, test.titles)))
    .map(({ place, file, titles }) => `${place}: did not run: ${[file, ...titles].join(' › ')}`);
}

/** Whether titles that follow each other are those wanted; `%s` and `$name` stand for any text, as in `it.each`. */
function contains(path: readonly string[], wanted: readonly string[]): boolean {
  const patterns = wanted.map(patternOf);
  return path.some((_, start) => patterns.every((pattern, i) => pattern.test(path[start + i] ?? '')));
}

function patternOf(title: string): RegExp {
  const literal = title.split(/%[sdifjoOc#$]|\$[\w.]+/).map(escapeRegExp);
  return new RegExp(`^${literal.join('.*')}$`, 's');
}
