import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productPicture } from '#shared/shared-page.ts';

const pictureAlt = 'DotCode. Connect. Collaborate. .Code';

interface SharedPage {
  /** The whole page: its title and description become those of the shared link. */
  readonly html: string;
  readonly path: string;
  /** PUBLIC_URL; without it the addresses are relative. */
  readonly origin: string | undefined;
}

/**
 * The tags from which other sites make a preview of a link to an open page. Without PUBLIC_URL the addresses are relative:
 * the request's own Host is the client's choice, and a cache would hand it on. A reader resolves them by the page's address.
 */
export function openPageTags({ html, path, origin = '' }: SharedPage): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const address = origin + path;
  const properties: [name: string, content: string | number][] = [
    ['og:type', 'website'],
    ['og:site_name', 'DotCode'],
    ['og:title', title],
    ['og:description', description],
    ...(origin === '' ? [] : [['og:url', address] satisfies [string, string]]),
    ['og:image', origin + productPicture.path],
    ['og:image:width', productPicture.width],
    ['og:image:height', productPicture.height],
    ['og:image:alt', pictureAlt],
  ];
  const tags = properties.map(([name, content]) => `<meta property="${name}" content="${content}">`);
  // The other Twitter tags repeat those of Open Graph, which are read in their place.
  return [
    `<link rel="canonical" href="${address}">`,
    ...tags,
    '<meta name="twitter:card" content="summary_large_image">',
  ]
    .filter((tag) => !tag.endsWith('content="">'))
    .join('');
}

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
