import type { Limits } from '#server/limits/limits.ts';
import type { AskUpstream } from '#server/proxy/upstream.ts';
import type { Middleware } from '#server/request/facts.ts';
import type { InlineSources } from '#server/security/helmet.ts';
import type { KnownCapabilities } from '#server/watch/known-capabilities.ts';
import type { PasswordReset } from '#shared/page-facts.ts';
import { serveFiles } from './files.ts';
import { inlineScriptSources, readPrerenderedPages } from './page-html.ts';
import { createPages, type Pages, type TextsElsewhere } from './pages.ts';
import { createSharePages, readShareSource, type ShareSource } from './share-pages.ts';
import { answerSitemap } from './sitemap.ts';
import { answerRobots } from './well-known.ts';

export interface SiteOptions {
  /** The folder of the built client. */
  readonly folder: string;
  readonly demo: boolean;
  /** Whether the login offers a new password; `off` unless given. */
  readonly passwordReset?: PasswordReset;
  /** Whether browsers may keep the page, and what was seen, to open them without a network. */
  readonly offline: boolean;
  /** PUBLIC_URL, for the addresses that are read elsewhere. */
  readonly publicUrl?: string | undefined;
  readonly textsElsewhere?: TextsElsewhere;
  /** CONTACT: where people reach the operator. */
  readonly contact?: string | undefined;
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
  const { folder, demo, passwordReset = 'off', offline, publicUrl, textsElsewhere = {}, contact } = options;
  const prerendered = readPrerenderedPages(folder);
  const share = readShareSource(folder);
  return {
    files: serveFiles(folder, offline),
    pages: createPages({ folder, demo, passwordReset, offline, prerendered, publicUrl, contact }, textsElsewhere),
    publicUrl,
    share,
    inline: {
      scripts: inlineScriptSources(folder),
      styles: [...prerendered.styleSources, ...(share === undefined ? [] : [share.styleSource])],
    },
  };
}

export interface SiteDeps {
  readonly ask: AskUpstream;
  readonly limits: Pick<Limits, 'read'>;
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
    ...(share === undefined ? [] : [createSharePages({ source: share, ...publicPages })]),
    pages.serve(capabilities),
  ];
}
