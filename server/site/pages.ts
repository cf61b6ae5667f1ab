import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import cookieParser from 'cookie-parser';
import { sendApiError } from '#server/request/errors.ts';
import { contentSecurityPolicyName, type SecurityHeaders } from '#server/security/helmet.ts';
import { apiPaths } from '#shared/paths.ts';
import { type ClientRoute, clientRoutes, matchClientRoute, refusedCookie } from '#shared/routes.ts';
import { contentDigest, missingAssetHeaders, tagFor } from './assets.ts';
import { matchesAnyTag } from './conditional.ts';
import { chooseEncoding, type Encoding } from './content-negotiation.ts';

export interface PageOptions {
  /** The folder of the built client. */
  readonly folder: string;
  /** Whether the client fills in the sample credentials at login. */
  readonly demo: boolean;
  readonly sessionCookie: string;
  readonly security: SecurityHeaders;
}

/** What the gateway knows about the request by the time a page is wanted. */
export interface PageRequest {
  readonly path: string;
  readonly host: string;
  readonly isHttps: boolean;
  readonly requestId?: string | undefined;
}

export type ServePage = (req: IncomingMessage, res: ServerResponse, request: PageRequest) => void;

interface PageVariant {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: readonly string[];
}

/** The calls that every page makes first start while the page is still arriving. The same fetches as the client's. */
const profilePreload = callPreload(apiPaths.profileView);
const signedInPreloads = `${profilePreload}, ${callPreload(apiPaths.capabilities)}`;

function callPreload(path: string): string {
  return `</api/${path}>; rel=preload; as=fetch; crossorigin=use-credentials`;
}

/**
 * Serves the page of the client: with 200 on its routes, with 404 where somebody navigates to any other path, and not
 * at all to scripts and pictures that are missing. Whoever has no session is sent home from guarded routes.
 */
export function createPages({ folder, demo, sessionCookie, security }: PageOptions): ServePage {
  const pages = readPages(folder, demo);
  const cookies = createCookieReader(sessionCookie);
  const pageHeaders = createPageHeaders(security);

  return (req, res, request) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return sendApiError(res, 'method_not_allowed', { requestId: request.requestId });
    }
    const route = matchClientRoute(request.path);
    if (route === undefined && !isNavigation(req, request.path)) return sendMissing(res, request);
    const isSignedIn = cookies(req, res);
    if (route?.access === 'authenticated' && !isSignedIn) return sendHome(res, request);
    const headers = [...pageHeaders(request), ...cachingOf(route)];
    if (route !== undefined) headers.push('Link', route.access === 'authenticated' ? signedInPreloads : profilePreload);
    if (request.requestId !== undefined) headers.push('X-Request-Id', request.requestId);
    sendPage(pages(route), req, res, route === undefined ? 404 : 200, headers);
  };
}

type Page = ReadonlyMap<Encoding, PageVariant>;

/**
 * The page with what the client reads from it: where the API is, and whether this is a demonstration. For each route it
 * also names the files of its screen, which the build has listed.
 */
function readPages(folder: string, demo: boolean): (route: ClientRoute | undefined) => Page {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const tags = `<meta name="api-base" content="/api/"><meta name="demo" content="${demo ? 'on' : 'off'}">`;
  const listed = join(folder, '.vite/route-preloads.json');
  const files = (existsSync(listed) ? JSON.parse(readFileSync(listed, 'utf8')) : {}) as Record<string, string[]>;
  const withTags = (more: readonly string[]) => makePage(html.replace('</head>', `${[tags, ...more].join('')}</head>`));
  const plain = withTags([]);
  const byRoute = new Map<ClientRoute, Page>(
    Object.entries(clientRoutes).map(([name, route]) => [route, withTags((files[name] ?? []).map(preloadTag))]),
  );
  return (route) => (route && byRoute.get(route)) ?? plain;
}

function preloadTag(file: string): string {
  const rel = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${rel} crossorigin href="${file}">`;
}

function makePage(html: string): Page {
  const plain = Buffer.from(html);
  const digest = contentDigest(plain);
  const quality = { params: { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length } };
  const bodies = new Map<Encoding, Buffer>([
    ['br', brotliCompressSync(plain, quality)],
    ['gzip', gzipSync(plain, { level: 9 })],
    ['identity', plain],
  ]);
  return new Map(
    [...bodies].map(([encoding, body]) => {
      const etag = tagFor(digest, encoding);
      const headers = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(body.length), 'ETag', etag];
      if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
      return [encoding, { body, etag, headers }];
    }),
  );
}

/** True when the folder holds a built client. */
export function hasPage(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}

function sendPage(page: Page, req: IncomingMessage, res: ServerResponse, status: 200 | 404, headers: string[]): void {
  const encoding = chooseEncoding(req.headers['accept-encoding'] as string | undefined, [...page.keys()]);
  // Somebody who excludes every encoding still gets to read the page.
  const variant = page.get(encoding ?? 'identity') as PageVariant;
  const tags = req.headers['if-none-match'];
  if (status === 200 && tags !== undefined && matchesAnyTag(tags, variant.etag)) {
    res.writeHead(304, ['ETag', variant.etag, ...headers]).end();
    return;
  }
  res.writeHead(status, [...variant.headers, ...headers]);
  if (req.method === 'HEAD') res.end();
  else res.end(variant.body);
}

/** Nothing is stored for people who are signed in; the open pages are asked for again each time. */
function cachingOf(route: ClientRoute | undefined): string[] {
  if (route === undefined || route.access === 'authenticated')
    return ['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding'];
  return ['Cache-Control', 'no-cache', 'Vary', 'Accept-Encoding, Cookie'];
}

function sendMissing(res: ServerResponse, { path, requestId }: PageRequest): void {
  sendApiError(res, 'not_found', { requestId, headers: missingAssetHeaders(path) });
}

/** The client reads the cookie after the login and offers to go on to what was wanted. */
function sendHome(res: ServerResponse, { path, isHttps, requestId }: PageRequest): void {
  const wanted = `${refusedCookie}=${encodeURIComponent(path)}; Path=/; Max-Age=600; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  const headers = ['Location', '/', 'Cache-Control', 'no-store', 'Content-Length', '0', 'Set-Cookie', wanted];
  if (requestId !== undefined) headers.push('X-Request-Id', requestId);
  res.writeHead(302, headers).end();
}

/** Somebody typed or followed an address: they want to read something. A script or a picture wants its bytes or none. */
function isNavigation({ headers }: IncomingMessage, path: string): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  const accepts = headers.accept ?? '';
  const isFileName = /\.[^/]*$|\/\.|^\/assets\//.test(path);
  return !isFileName && /\btext\/html\b|\bapplication\/xhtml\+xml\b/i.test(accepts);
}

/** Only whether there is a session cookie: what it is worth is for the upstream to say. */
function createCookieReader(name: string): (req: IncomingMessage, res: ServerResponse) => boolean {
  const parse = cookieParser();
  return (req, res) => {
    if (req.headers.cookie === undefined) return false;
    const request = req as IncomingMessage & { cookies?: Record<string, unknown> };
    // It reads one header of the request and nothing of Express.
    parse(request as never, res as never, () => undefined);
    return Boolean(request.cookies?.[name] || request.cookies?.[`__Host-${name}`]);
  };
}

const rememberedHosts = 200;

/** The security headers of a page, remembered for the few hosts that a deployment has. */
function createPageHeaders(security: SecurityHeaders): (request: PageRequest) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return ({ host, isHttps }) => {
    const key = `${isHttps ? 'https' : 'http'}://${host}`;
    let headers = known.get(key);
    if (headers === undefined) {
      const constant = isHttps ? security.pageOverHttps : security.page;
      headers = [...constant, contentSecurityPolicyName, security.contentSecurityPolicy(host, isHttps)];
      if (known.size >= rememberedHosts) known.clear();
      known.set(key, headers);
    }
    return headers;
  };
}
