import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Limits } from '#server/limits/limits.ts';
import type { AskUpstream } from '#server/proxy/upstream.ts';
import { isRead } from '#server/request/call-kind.ts';
import { unavailable } from '#server/request/errors.ts';
import type { Middleware, RequestFacts } from '#server/request/facts.ts';
import { permissionsPolicy } from '#server/security/helmet.ts';
import { uploadedUrl } from '#shared/pictures.ts';
import type { ShareDrawings, Shared } from '#shared/share-page.ts';
import { makePage, type Page, sendPage } from './send-page.ts';

/** For the public pages, and the sitemap that lists them. */
export interface PublicPagesDeps {
  readonly ask: AskUpstream;
  readonly limits: Pick<Limits, 'read'>;
  /** PUBLIC_URL. */
  readonly origin: string | undefined;
}

const sharePattern = /^\/share\/(project|profile)\/([^/]{1,100})$/;
/** How many bytes of rendered pages are kept. */
const bytesKept = 10 * 1024 * 1024;

/**
 * `/share/project/:id` and `/share/profile/:id`. The upstream is asked each time, so that what is switched off is gone at
 * once; what was rendered of the same facts is kept. Whatever is not public is the 404 of any unknown path.
 */
export function createSharePages(source: ShareSource, { ask, limits, origin = '' }: PublicPagesDeps): Middleware {
  // Requests that come while a page is being made wait for the same promise; a failure is not kept.
  const pages = new LRUCache<string, Page, { shared: Shared }>({
    maxSize: bytesKept,
    sizeCalculation: (page) => Object.values(page).reduce((sum, { length }) => sum + length, 0),
    fetchMethod: async (_facts, _stale, { context: { shared } }) => {
      const { drawSharePage } = await source.drawings();
      return makePage(drawSharePage(shared, { origin, styles: source.styles }));
    },
  });

  async function read(kind: Shared['kind'], id: string, facts: RequestFacts): Promise<Shared | undefined> {
    const path = `public/${kind}/${id}`;
    limits.read({ path, client: facts.client });
    const { status, body } = await ask(path, { asker: facts });
    if (status >= 500 || status === 429) throw unavailable(2);
    return status === 200 ? sharedIn(kind, JSON.parse(JSON.stringify(body ?? null), withoutForeign)) : undefined;
  }

  return async (req, res, next) => {
    const [, kind, id] = sharePattern.exec(res.locals.path) ?? [];
    if ((kind !== 'project' && kind !== 'profile') || id === undefined) return next();
    if (!isRead(req.method)) return next();
    const shared = await read(kind, id, res.locals);
    if (shared === undefined) return next();
    const facts = createHash('sha256').update(JSON.stringify(shared)).digest('base64url');
    const page = await pages.forceFetch(facts, { context: { shared } });
    return sendPage(page, req, res, 200, pageHeaders);
  };
}

async function sharedIn(kind: Shared['kind'], body: unknown): Promise<Shared | undefined> {
  // Zod and the schemas take 9 MB: they are loaded with the first public page.
  const { publicProfileReplySchema, publicProjectReplySchema } = await import('#shared/api/public-pages.ts');
  if (kind === 'project') {
    const { data } = publicProjectReplySchema.safeParse(body);
    return data && { kind, project: data.project };
  }
  const { data } = publicProfileReplySchema.safeParse(body);
  return data && { kind, user: data.user };
}

const pictures = new Set(['projectImage', 'photoUrl', 'coverUrl']);
const links = new Set(['repositoryUrl', 'demoUrl']);

/**
 * A reviver that leaves out pictures of other sites, which would tell those sites who looks, and links that are no address
 * of the web, which could run a script.
 */
function withoutForeign(name: string, value: unknown): unknown {
  const isUploaded = (url: unknown): boolean => typeof url === 'string' && uploadedUrl.test(url);
  if (pictures.has(name)) return isUploaded(value) ? value : undefined;
  if (name === 'picture') return isUploaded((value as { url?: unknown } | null)?.url) ? value : undefined;
  if (links.has(name)) return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined;
  return value;
}

const pageHeaders = {
  'Permissions-Policy': permissionsPolicy,
  'Cache-Control': 'public, max-age=60',
  Vary: 'Accept-Encoding',
};

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
