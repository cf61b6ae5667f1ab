import { readFileSync, statSync } from 'node:fs';

const mostBytes = 64 * 1024;

/** Reads the text of a page, or throws an error that says what is wrong with the file. */
export function readOwnText(file: string): Buffer {
  let text: Buffer;
  try {
    const facts = statSync(file);
    if (!facts.isFile()) throw new Error('not a file');
    if (facts.size > mostBytes) throw new Error('larger than 64 kB');
    text = readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`${file} cannot be shown as a page (${code ?? message})`);
  }
  if (text.length === 0) throw new Error(`${file} cannot be shown as a page (empty)`);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    throw new Error(`${file} cannot be shown as a page (not UTF-8)`);
  }
  return text;
}
