import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { contentType } from 'mime-types';
import { cheapestBody } from '#platform/cheapest-body.ts';
import type { Middleware } from '#server/request/facts.ts';
import { staleDeployHeader } from '#shared/stale-deploy.ts';
import { type ByteRange, isUnchanged, wantedRange } from './conditional.ts';
import { chooseEncoding, type Encoding } from './content-negotiation.ts';

/** One encoding of one file, with the headers of its answers made in advance: names and values in turn. */
interface Variant {
  readonly body: Buffer;
  /** The body in the form that is cheapest to send. */
  readonly sent: Buffer | string;
  readonly etag: string;
  readonly ok: readonly string[];
  readonly notModified: readonly string[];
}

/** A file of the built client, ready to be sent. */
interface Asset {
  readonly variants: Readonly<Partial<Record<Encoding, Variant>>> & { readonly identity: Variant };
  readonly encodings: readonly Encoding[];
  readonly contentType: string;
  readonly lastModified: string;
}

export type AssetMap = ReadonlyMap<string, Asset>;

interface AssetFolders {
  /** The built client. */
  readonly current: string;
  /** The previous build, whose hashed files stay available for pages that are still open. */
  readonly previous?: string | undefined;
  /** Whether /sw.js is the worker that keeps files in browsers, or the one that takes its place and removes itself. */
  readonly offline: boolean;
}

const hashedName = /^\/assets\/.+-[\w-]{8}\.\w+$/;
const unchangeable = 'public, max-age=31536000, immutable';
const revalidated = 'no-cache';
const worker = '/sw.js';
const retiredWorker = '/sw-retired.js';
/** The worker runs nothing that is not in its own file, and talks to this origin alone. */
const workerPolicy = ['Content-Security-Policy', "default-src 'none'; connect-src 'self'"];

/**
 * Reads every file of the build into memory, keyed by the exact path it is served under: a request can name nothing
 * else, so nothing outside the build is reachable. The page itself is left out, it is served as a page.
 */
export function loadAssets({ current, previous, offline }: AssetFolders): AssetMap {
  const assets = new Map<string, Asset>();
  if (previous !== undefined && existsSync(previous)) {
    for (const path of listFiles(previous)) {
      if (hashedName.test(path)) assets.set(path, readAsset(previous, path));
    }
  }
  for (const path of listFiles(current)) {
    if (path === '/index.html' || path === (offline ? retiredWorker : worker)) continue;
    if (path === worker || path === retiredWorker) {
      assets.set(worker, readAsset(current, path, workerPolicy));
    } else assets.set(path, readAsset(current, path));
  }
  return assets;
}

/** Answers requests for a file of the build. */
export function serveAssets(assets: AssetMap): Middleware {
  return (req, res, next) => {
    const asset = req.method === 'GET' || req.method === 'HEAD' ? assets.get(res.locals.path) : undefined;
    if (asset === undefined) next();
    else sendAsset(asset, req, res);
  };
}

function sendAsset(asset: Asset, req: IncomingMessage, res: ServerResponse): void {
  const { headers, method } = req;
  if (method !== 'HEAD' && headers.range !== undefined && sendRange(asset, req, res)) return;
  const encoding = chooseEncoding(req, asset.encodings);
  const variant = encoding === undefined ? undefined : asset.variants[encoding];
  if (variant === undefined) {
    res.writeHead(406, ['Vary', 'Accept-Encoding', 'Cache-Control', 'no-store', 'Content-Length', '0']).end();
    return;
  }
  if (isUnchanged(headers, { etag: variant.etag, lastModified: asset.lastModified })) {
    res.writeHead(304, variant.notModified as string[]).end();
    return;
  }
  res.writeHead(200, variant.ok as string[]);
  if (method === 'HEAD') res.end();
  else res.end(variant.sent, 'latin1');
}

/**
 * True for a path that only a build's hashed file can have: a miss means that the page is older than the deployment.
 */
function isHashedAssetPath(path: string): boolean {
  return hashedName.test(path);
}

/** Headers of the 404 for a hashed file that is gone: they tell a page of an older build to reload. */
export function missingAssetHeaders(path: string): readonly string[] {
  return isHashedAssetPath(path) ? [staleDeployHeader, 'reload'] : [];
}

/** A part of the plain file; false when the whole file is the right answer. */
function sendRange(asset: Asset, req: IncomingMessage, res: ServerResponse): boolean {
  const { identity } = asset.variants;
  const validators = { etag: identity.etag, lastModified: asset.lastModified };
  const range = wantedRange(req.headers, identity.body.length, validators);
  if (range === undefined || chooseEncoding(req, ['identity']) === undefined) return false;
  if (req.headers['if-none-match'] !== undefined && isUnchanged(req.headers, validators)) return false;
  if (range === 'unsatisfiable') {
    const size = `bytes */${identity.body.length}`;
    res.writeHead(416, ['Content-Range', size, 'Cache-Control', 'no-store', 'Content-Length', '0']).end();
    return true;
  }
  res.writeHead(206, partHeaders(identity, range)).end(identity.body.subarray(range.start, range.end + 1));
  return true;
}

function partHeaders(variant: Variant, { start, end }: ByteRange): string[] {
  const headers = [...variant.ok];
  headers[headers.indexOf('Content-Length') + 1] = String(end - start + 1);
  return [...headers, 'Content-Range', `bytes ${start}-${end}/${variant.body.length}`];
}

/** The files of a folder as URL paths, less dotfiles (Vite's manifest) and the compressed copies of other files. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'))
    .map((path) => (path.startsWith('/') ? path : `/${path}`))
    .filter((path) => !path.includes('/.'));
}

function readAsset(folder: string, path: string, moreHeaders: readonly string[] = []): Asset {
  const file = join(folder, path);
  const plain = readFileSync(file);
  const { mtimeMs } = statSync(file);
  const bodies: [Encoding, Buffer][] = [['identity', plain]];
  for (const [encoding, extension] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (existsSync(file + extension)) bodies.push([encoding, readFileSync(file + extension)]);
  }
  return makeAsset(plain, bodies, {
    contentType: contentType(extname(path)) || 'application/octet-stream',
    cacheControl: isHashedAssetPath(path) ? unchangeable : revalidated,
    lastModifiedMs: mtimeMs,
    moreHeaders,
  });
}

interface AssetFacts {
  contentType: string;
  cacheControl: string;
  lastModifiedMs: number;
  moreHeaders: readonly string[];
}

function makeAsset(plain: Buffer, bodies: [Encoding, Buffer][], facts: AssetFacts): Asset {
  const lastModified = new Date(facts.lastModifiedMs).toUTCString();
  const digest = contentDigest(plain);
  const entries = bodies.map(([encoding, body]): [Encoding, Variant] => {
    const etag = tagFor(digest, encoding);
    const common = ['ETag', etag, 'Last-Modified', lastModified, 'Cache-Control', facts.cacheControl];
    common.push('Vary', 'Accept-Encoding', ...facts.moreHeaders);
    const ok = ['Content-Type', facts.contentType, 'Content-Length', String(body.length), 'Accept-Ranges', 'bytes'];
    if (encoding !== 'identity') ok.push('Content-Encoding', encoding);
    return [encoding, { body, sent: cheapestBody(body), etag, ok: [...ok, ...common], notModified: common }];
  });
  return {
    variants: Object.fromEntries(entries) as Asset['variants'],
    encodings: bodies.map(([encoding]) => encoding),
    contentType: facts.contentType,
    lastModified,
  };
}

/** A short digest of a body, for its ETag. */
export function contentDigest(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 20);
}

/** The ETag of one encoding: each encoding is a representation of its own (RFC 9110, 8.8.3). */
export function tagFor(digest: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
}
