import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Limits } from '#server/limits/limits.ts';
import { drawnPicture } from '#server/limits/read-costs.ts';
import type { AskUpstream } from '#server/request/ask-upstream.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { Middleware, RequestFacts } from '#server/request/facts.ts';
import { permissionsPolicy } from '#server/security/permissions-policy.ts';
import { contentDigest } from '#server/site/assets.ts';
import { isUnchanged } from '#server/site/conditional.ts';
import { makePage, type Page, sendPage } from '#server/site/pages.ts';
import type { ShareSource } from '#server/site/share-source.ts';
import { networkOf } from '#shared/network-of.ts';
import type { Shared } from '#shared/share-drawing.ts';
import { createPictureMaker } from './picture-maker.ts';
import { PictureQueue } from './picture-queue.ts';
import { sharedOf } from './shared-of.ts';
import { tryAgainSoon } from './try-again-soon.ts';
import { readUploads } from './uploads-of.ts';

export interface ShareDeps {
  readonly source: ShareSource;
  readonly ask: AskUpstream;
  readonly limits: Pick<Limits, 'read'>;
  /** PUBLIC_URL. */
  readonly origin: string | undefined;
}

export interface SharePages {
  readonly answer: Middleware;
  /** Ends the process that draws pictures. */
  close(): Promise<void>;
}

const sharePattern = /^\/share\/(project|profile)\/([^/]{1,100})(\/picture\.png)?$/;
/** Rendered pages and pictures are kept by their content: so many bytes of each. */
const bytesKept = 10 * 1024 * 1024;

/**
 * `/share/project/:id`, `/share/profile/:id` and their pictures. The upstream is asked each time, so that what is
 * switched off is gone at once; what was rendered of the same facts is kept. Whatever is not public is the 404 of any
 * unknown path.
 */
export function createSharePages({ source, ask, limits, origin = '' }: ShareDeps): SharePages {
  const pages = keptByContent((page: Page) => [...page.values()].reduce((sum, { body }) => sum + body.length, 0));
  const pictures = keptByContent((png: Buffer) => png.length);
  const queue = new PictureQueue();
  const maker = createPictureMaker(source.pictures);

  async function read(kind: Shared['kind'], id: string, facts: RequestFacts): Promise<Shared> {
    const path = `public/${kind}/${id}`;
    const refusal = limits.read({ path, address: facts.client.ip, session: undefined });
    if (refusal !== undefined) throw new GatewayError('rate_limited', refusal);
    const { status, body } = await ask(path, { asker: facts });
    if (status >= 500 || status === 429) throw tryAgainSoon();
    const shared = status === 200 ? sharedOf(kind, body) : undefined;
    if (shared === undefined) throw new GatewayError('not_found');
    return shared;
  }

  async function drawPage(shared: Shared, picture: string): Promise<Page> {
    const { drawSharePage } = await source.drawings();
    return makePage(drawSharePage(shared, { origin, styles: source.styles, picture }), 5);
  }

  async function drawPicture(shared: Shared, asker: RequestFacts): Promise<Buffer> {
    const { ip } = asker.client;
    // A picture that is kept costs no more than a page; drawing takes a processor for a fifth of a second.
    const refusal = limits.read({ path: drawnPicture, address: ip, session: undefined });
    if (refusal !== undefined) throw new GatewayError('rate_limited', refusal);
    return queue.run(networkOf(ip), async () => {
      const uploads = await readUploads(shared, (path) => ask(path, { asker }));
      return maker.make({ shared, uploads });
    });
  }

  const answer: Middleware = async (req, res, next) => {
    const [, kind, id, isPicture] = sharePattern.exec(res.locals.path) ?? [];
    if ((kind !== 'project' && kind !== 'profile') || id === undefined) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const shared = await read(kind, id, res.locals);
    const version = createHash('sha256').update(JSON.stringify(shared)).digest('base64url').slice(0, 12);
    if (isPicture === undefined) {
      // Sites that show links keep a picture by its address: a new version has a new one.
      const picture = `/share/${kind}/${id}/picture.png?v=${version}`;
      const page = await pages.forceFetch(`${kind} ${id} ${version}`, { context: () => drawPage(shared, picture) });
      return sendPage(page, req, res, 200, pageHeaders);
    }
    const png = await pictures.forceFetch(`${kind} ${id} ${version}`, {
      context: () => drawPicture(shared, res.locals),
    });
    const etag = `"${contentDigest(png)}"`;
    const headers = ['ETag', etag, ...pictureHeaders];
    if (isUnchanged(req.headers, { etag })) return res.writeHead(304, headers).end();
    res.writeHead(200, ['Content-Type', 'image/png', 'Content-Length', String(png.length), ...headers]);
    return res.end(req.method === 'HEAD' ? undefined : png);
  };

  return { answer, close: maker.close };
}

const forAMinute = 'public, max-age=60';
const pageHeaders = ['Permissions-Policy', permissionsPolicy, 'Cache-Control', forAMinute, 'Vary', 'Accept-Encoding'];
const pictureHeaders = ['Cache-Control', forAMinute];

/** Requests that come while a page or picture is being made wait for the same promise; a failure is not kept. */
function keptByContent<Made extends object>(sizeCalculation: (made: Made) => number) {
  return new LRUCache<string, Made, () => Promise<Made>>({
    maxSize: bytesKept,
    sizeCalculation,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
}
