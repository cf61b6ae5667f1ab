import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PasswordReset, pageVariant } from '#shared/page-facts.ts';
import { type ClientRoute, clientRoutes, listedRoutes } from '#shared/routes.ts';
import { productPicture } from '#shared/share-page.ts';
import { makePage, type Page } from './send-page.ts';

export interface PageOptions {
  /** The folder of the built client. */
  readonly folder: string;
  /** Whether the client fills in the sample credentials at login. */
  readonly demo: boolean;
  /** Whether the login offers a new password; `off` unless given. */
  readonly passwordReset?: PasswordReset;
  /** Whether browsers may keep the page, and what was seen, to open them without a network. */
  readonly offline: boolean;
  /** PUBLIC_URL, for the addresses that are read elsewhere. */
  readonly publicUrl?: string | undefined;
  /** CONTACT: where people reach the operator. */
  readonly contact?: string | undefined;
}

interface WantedPage {
  readonly route?: ClientRoute | undefined;
  /** For visitors without a session. */
  readonly isPrerendered?: boolean;
  /** The capabilities of the upstream, separated by spaces; undefined before its first answer. */
  readonly capabilities?: string | undefined;
}

/** Each page is compressed when it is first asked for, and kept. */
type PageOf = (wanted: WantedPage) => Promise<Page>;

/**
 * Reads the page and adds what the client needs of the gateway: the API's address, and whether this is a demonstration.
 * Addresses come from URL.href, which has no quotation marks.
 * The page of each route also names the files of its screen, which the build has listed (docs/performance.md).
 */
export function readPages(options: PageOptions, prerendered: PrerenderedPages): PageOf {
  const { folder, demo, offline, passwordReset = 'off', publicUrl, contact } = options;
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const facts = [
    ['api-base', '/api/'],
    ['demo', demo ? 'on' : 'off'],
    ['password-reset', passwordReset === 'off' ? undefined : passwordReset],
    ['offline', offline ? undefined : 'off'],
    ['contact', contact?.replaceAll('&', '&amp;')],
  ];
  const tags = facts
    .map(([name, content]) => (content === undefined ? '' : `<meta name="${name}" content="${content}">`))
    .join('');
  const variant = pageVariant({ isDemo: demo, canReset: passwordReset === 'on' });
  const preloads = join(folder, '.vite/route-preloads.json');
  const files = (existsSync(preloads) ? JSON.parse(readFileSync(preloads, 'utf8')) : {}) as Record<string, string[]>;
  const names = new Map(Object.entries(clientRoutes).map(([name, route]) => [route as ClientRoute, name]));
  const withTags = (page: string, name: string, route: ClientRoute | undefined, capabilities: string | undefined) => {
    const screen = (files[name] ?? files.anyPage ?? []).map(preloadTag).join('');
    const can = capabilities === undefined ? '' : `<meta name="capabilities" content="${capabilities}">`;
    const shared =
      route !== undefined && isListed(route) ? openPageTags({ html: page, path: route.path, origin: publicUrl }) : '';
    return page
      .replace(route?.access === 'authenticated' ? monoFont : '', '')
      .replace('</head>', () => `${[tags, can, shared, screen].join('')}</head>`);
  };
  const made = new Map<string, Promise<Page>>();
  let madeFor: string | undefined;
  return ({ route, isPrerendered = false, capabilities }) => {
    if (capabilities !== madeFor) made.clear();
    madeFor = capabilities;
    const name = (route && names.get(route)) ?? '';
    const finished = isPrerendered ? prerendered.pages[name]?.[variant] : undefined;
    const key = `${name} ${finished === undefined}`;
    const page = made.get(key) ?? makePage(withTags(finished ?? html, name, route, capabilities));
    made.set(key, page);
    return page;
  };
}

/** Behind the login it comes with what is written in it, so that the scripts of the screen arrive sooner. */
const monoFont = /<link rel="preload" href="[^"]*mono[^"]*"[^>]*>/;

function preloadTag(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${kind} crossorigin href="${file}">`;
}

/** The sources of the scripts that the build has written into its page, for the Content-Security-Policy. */
export function inlineScriptSources(folder: string): string[] {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}

const listed: ReadonlySet<ClientRoute> = new Set(listedRoutes.map((name) => clientRoutes[name]));

/** Search engines may list this page. */
export function isListed(route: ClientRoute): boolean {
  return listed.has(route);
}

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
