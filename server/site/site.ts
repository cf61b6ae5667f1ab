import type { Middleware } from '#server/request/identify.ts';
import { loadAssets, serveAssets } from './assets.ts';
import { readDrawnPages } from './drawn-pages.ts';
import { createPages, type Pages } from './pages.ts';

export interface SiteOptions {
  /** The folder of the built client. */
  readonly folder: string;
  /** The folder of the previous build, where one was kept. */
  readonly previousFolder?: string | undefined;
  readonly demo: boolean;
  /** Whether browsers may keep the page to open it without a network. */
  readonly offline: boolean;
  readonly sessionCookie: string;
}

/** The built client, in memory. */
export interface Site {
  /** Answers requests for the files of the build. */
  readonly files: Middleware;
  readonly pages: Pages;
  /** Sources of the styles inside the pages, for the Content-Security-Policy. */
  readonly styleSources: readonly string[];
}

/** Reads the built client once; later changes on disk are not seen. */
export function loadSite({ folder, previousFolder, demo, offline, sessionCookie }: SiteOptions): Site {
  const drawn = readDrawnPages(folder);
  return {
    files: serveAssets(loadAssets({ current: folder, previous: previousFolder, offline })),
    pages: createPages({ folder, demo, sessionCookie, drawn }),
    styleSources: drawn.styleSources,
  };
}
