import type { Middleware } from '#server/request/facts.ts';
import type { InlineSources } from '#server/security/helmet.ts';
import type { KnownCapabilities } from '#server/watch/known-capabilities.ts';
import { serveFiles } from './files.ts';
import { inlineScriptSources, type PageOptions, readPrerenderedPages } from './page-html.ts';
import { createPages, type Pages, type TextsElsewhere } from './pages.ts';
import { createSharePages, type PublicPagesDeps, readShareSource, type ShareSource } from './share-pages.ts';
import { answerRobots, answerSitemap } from './well-known.ts';

export interface SiteOptions extends PageOptions {
  readonly textsElsewhere?: TextsElsewhere;
}

/** The built client, in memory. */
export interface Site {
  /** Answers requests for the files of the build. */
  readonly files: Middleware;
  readonly pages: Pages;
  readonly publicUrl: string | undefined;
  /** The styles and the program that public pages are rendered with. */
  readonly share: ShareSource | undefined;
  /** Sources of what stands inside the pages, for the Content-Security-Policy. */
  readonly inline: InlineSources;
}

/** Reads the built client once; later changes on disk are not seen. */
export function loadSite(options: SiteOptions): Site {
  const { folder, offline, publicUrl, textsElsewhere = {} } = options;
  const prerendered = readPrerenderedPages(folder);
  const share = readShareSource(folder);
  return {
    files: serveFiles(folder, offline),
    pages: createPages(options, prerendered, textsElsewhere),
    publicUrl,
    share,
    inline: {
      scripts: inlineScriptSources(folder),
      styles: [...prerendered.styleSources, ...(share === undefined ? [] : [share.styleSource])],
    },
  };
}

export interface SiteDeps extends Omit<PublicPagesDeps, 'origin'> {
  readonly capabilities: KnownCapabilities;
}

/** Files, robots.txt, the sitemap, public pages and the pages of the client, in the order in which they are tried. */
export function serveSite(
  { files, publicUrl, share, pages }: Site,
  { capabilities, ...reading }: SiteDeps,
): Middleware[] {
  const publicPages = { ...reading, origin: publicUrl };
  return [
    files,
    answerRobots(publicUrl),
    answerSitemap(publicPages),
    ...(share === undefined ? [] : [createSharePages(share, publicPages)]),
    pages.serve(capabilities),
  ];
}
