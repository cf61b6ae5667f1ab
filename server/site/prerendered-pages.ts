import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The open pages as the build has rendered them (client/build/prerendered-pages.ts), for visitors without a session. */
export interface PrerenderedPages {
  /** The source of the styles inside these pages, for the Content-Security-Policy; empty without pre-rendered pages. */
  readonly styleSources: readonly string[];
  /** Whole pages by the name of their route and their variant, see `pageVariant`. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads the pre-rendered pages of a build, which may have none. */
export function readPrerenderedPages(folder: string): PrerenderedPages {
  const file = join(folder, '.vite/prerendered-pages.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as PrerenderedPages)
    : { styleSources: [], pages: {} };
}
