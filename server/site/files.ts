import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Request } from 'express';
import { isRead } from '#server/request/call-kind.ts';
import type { Middleware } from '#server/request/facts.ts';
import { staleDeployHeader } from '#shared/page-facts.ts';

/** From the smallest result to the largest. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** One encoding of one file, with the headers of its answer made in advance. */
interface Variant {
  readonly body: Buffer;
  readonly validators: Readonly<Record<'ETag' | 'Last-Modified' | 'Cache-Control' | 'Vary', string>>;
  readonly headers: Readonly<Record<string, string>>;
}

interface BuiltFile {
  readonly extension: string;
  readonly variants: Readonly<Partial<Record<Encoding, Variant>>>;
}

const hashedName = /^\/assets\/.+-[\w-]{8}\.\w+$/;
const worker = '/sw.js';
const retiredWorker = '/sw-retired.js';
/** The worker runs nothing that is not in its own file, and talks to this origin alone. */
const workerPolicy = { 'Content-Security-Policy': "default-src 'none'; connect-src 'self'" };

/**
 * Reads every file of the build into memory, keyed by the exact path it is served under: a request can name nothing
 * else, so nothing outside the build is reachable. The page itself is left out, it is served as a page. `offline` says
 * whether /sw.js is the worker that keeps files in browsers, or the one that takes its place and removes itself.
 */
export function serveFiles(folder: string, offline: boolean): Middleware {
  const files = new Map<string, BuiltFile>();
  for (const path of pathsIn(folder)) {
    if (path === '/index.html' || path === (offline ? retiredWorker : worker)) continue;
    if (path === worker || path === retiredWorker) files.set(worker, readBuiltFile(folder, path, workerPolicy));
    else files.set(path, readBuiltFile(folder, path));
  }
  return (req, res, next) => {
    const file = isRead(req.method) ? files.get(res.locals.path) : undefined;
    if (file === undefined) return next();
    const variant = file.variants[acceptedEncoding(req, file.variants)] as Variant;
    const isConditional = req.headers['if-none-match'] !== undefined || req.headers['if-modified-since'] !== undefined;
    if (isConditional && res.set(variant.validators) && req.fresh) return res.writeHead(304).end();
    res.type(file.extension).writeHead(200, variant.headers);
    return res.end(req.method === 'HEAD' ? undefined : variant.body);
  };
}

/** The smallest of the variants that the client takes; the plain one is for everybody. */
export function acceptedEncoding(req: Request, variants: Readonly<Partial<Record<Encoding, unknown>>>): Encoding {
  const isTaken = (name: Encoding): boolean => variants[name] !== undefined && req.acceptsEncodings(name) === name;
  return encodings.find(isTaken) ?? 'identity';
}

/** Headers of the 404 for a hashed file that is gone: they tell a page of an older build to reload. */
export function missingFileHeaders(path: string): Readonly<Record<string, string>> | undefined {
  return hashedName.test(path) ? { [staleDeployHeader]: 'reload' } : undefined;
}

/** The files of a folder as URL paths, less dotfiles (Vite's manifest) and the compressed copies of other files. */
function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
    .filter((path) => !path.includes('/.'));
}

function readBuiltFile(folder: string, path: string, moreHeaders: Readonly<Record<string, string>> = {}): BuiltFile {
  const file = join(folder, path);
  const digest = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 20);
  const lastModified = new Date(statSync(file).mtimeMs).toUTCString();
  const variantOf = (encoding: Encoding, source: string): [Encoding, Variant] => {
    const body = readFileSync(source);
    const validators = {
      ETag: encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`,
      'Last-Modified': lastModified,
      'Cache-Control': hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
    };
    const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
    const headers = { ...validators, ...coding, 'Content-Length': String(body.length), ...moreHeaders };
    return [encoding, { body, validators, headers }];
  };
  const copies = [
    ['br', `${file}.br`],
    ['gzip', `${file}.gz`],
    ['identity', file],
  ] as const;
  const variants = copies.filter(([, source]) => existsSync(source)).map(([name, source]) => variantOf(name, source));
  return { extension: extname(path), variants: Object.fromEntries(variants) };
}
