import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ShareDrawings } from '#shared/shared-page.ts';

/** The files that the build has written for public pages (client/build/share-pages.ts). */
export interface ShareSource {
  /** The rules inside the pages, and their source for the Content-Security-Policy. */
  readonly styles: string;
  readonly styleSource: string;
  /** The program that draws, loaded when it is first asked for. */
  readonly drawings: () => Promise<ShareDrawings>;
}

/** Undefined for a build without public pages. */
export function readShareSource(folder: string): ShareSource | undefined {
  const file = join(folder, '.vite/share.json');
  if (!existsSync(file)) return undefined;
  const { styles, styleSource } = JSON.parse(readFileSync(file, 'utf8')) as Pick<ShareSource, 'styles' | 'styleSource'>;
  const program = pathToFileURL(join(folder, '.vite/share.mjs')).href;
  return {
    styles,
    styleSource,
    drawings: () => import(program) as Promise<ShareDrawings>,
  };
}
