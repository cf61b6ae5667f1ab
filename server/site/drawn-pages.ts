import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The open pages as the build has drawn them (build/drawn-pages.ts), for visitors without a session. */
export interface DrawnPages {
  /** The source of the styles inside these pages, for the Content-Security-Policy; empty without drawn pages. */
  readonly styleSources: readonly string[];
  /** Whole pages by the name of their route and their variant, see `drawnVariant`. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads the drawn pages of a build, which may have none. */
export function readDrawnPages(folder: string): DrawnPages {
  const file = join(folder, '.vite/drawn-pages.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DrawnPages) : { styleSources: [], pages: {} };
}
