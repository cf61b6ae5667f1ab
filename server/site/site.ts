import type { Middleware } from '#server/request/facts.ts';
import type { KnownCapabilities } from '#server/watch/known-capabilities.ts';
import { serveFiles } from './files.ts';
import { inlineScriptSources, type PageOptions, readPrerenderedPages } from './page-html.ts';
import { createPages, type TextsElsewhere } from './pages.ts';
import { createSharePages, type PublicPagesDeps, readShareSource } from './share-pages.ts';
import { answerRobots, answerSitemap } from './well-known.ts';

export interface SiteOptions extends PageOptions {
  readonly textsElsewhere?: TextsElsewhere;
}

export type Site = ReturnType<typeof loadSite>;

/** Reads the built client into memory, once; later changes on disk are not seen. */
export function loadSite(options: SiteOptions) {
  const { folder, offline, publicUrl, textsElsewhere = {} } = options;
  const prerendered = readPrerenderedPages(folder);
  const share = readShareSource(folder);
  return {
    files: serveFiles(folder, offline),
    pages: createPages(options, prerendered, textsElsewhere),
    publicUrl,
    /** The styles and the program that public pages are rendered with. */
    share,
    /** Sources of what stands inside the pages, for the Content-Security-Policy. */
    inline: {
      scripts: inlineScriptSources(folder),
      styles: [...prerendered.styleSources, ...(share === undefined ? [] : [share.styleSource])],
    },
  };
}

/** Files, robots.txt, the sitemap, public pages and the pages of the client, in the order in which they are tried. */
export function serveSite(
  { files, publicUrl, share, pages }: Site,
  { capabilities, ...reading }: Omit<PublicPagesDeps, 'origin'> & { readonly capabilities: KnownCapabilities },
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
