import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { LRUCache } from 'lru-cache';
import { isHost } from '#server/request/client-address.ts';
import type { Middleware } from '#server/request/facts.ts';
import { isApi, isBuiltFile } from '#server/request/target.ts';
import { browserReportsPath } from '#shared/entry-paths.ts';

/** One helmet is kept for each origin by which browsers reach the gateway; clients could make up any number of hosts. */
const mostBytes = 1024 * 1024;
/** One helmet with the policy that it has written, without the origin in it. */
const helmetBytes = 10 * 1024;

/** Hashes of the scripts and the styles that stand inside our pages, as the Content-Security-Policy writes them. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * helmet for every answer: the page's policy, the stricter one of /api, or the short one of built files. Each helmet has
 * constant directives, which costs a third of directives that are computed for each request.
 */
export function secureAnswers(inline: InlineSources = { scripts: [], styles: [] }): Middleware {
  const api = { http: helmet(apiOptions(false)), https: helmet(apiOptions(true)) };
  const files = { http: helmet(fileOptions(false)), https: helmet(fileOptions(true)) };
  const pages = new LRUCache<string, RequestHandler>({
    maxSize: mostBytes,
    sizeCalculation: (_helmet, origin) => helmetBytes + 2 * origin.length,
  });
  return (req, res, next) => {
    const { path, client } = res.locals;
    if (isApi(path)) return api[client.proto](req, res, next);
    if (isBuiltFile(path)) return files[client.proto](req, res, next);
    const isHttps = client.proto === 'https';
    // The host is a part of the policy, and malformed requests are refused only after this middleware.
    const socketOrigin = `${isHttps ? 'wss' : 'ws'}://${isHost(client.host) ? client.host : 'localhost'}`;
    let page = pages.get(socketOrigin);
    if (page === undefined) {
      page = helmet(pageOptions(socketOrigin, isHttps, inline));
      pages.set(socketOrigin, page);
    }
    page(req, res, next);
  };
}

/** helmet's headers for an answer below /api, as a flat list: for sockets, which have no response object. */
export function apiSecurityHeaders(): readonly string[] {
  const headers: string[] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => undefined,
  };
  helmet(apiOptions(false))({} as never, response as never, () => undefined);
  return headers;
}

function pageOptions(socketOrigin: string, isHttps: boolean, inline: InlineSources): HelmetOptions {
  return {
    ...sharedOptions(isHttps),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        // Safari before 15.4 does not count ws: and wss: as 'self'.
        connectSrc: ["'self'", socketOrigin],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        frameSrc: ["'none'"],
        // People link their pictures from anywhere; the preview of a picture that is not uploaded yet is a blob.
        imgSrc: ["'self'", 'https:', 'data:', 'blob:'],
        manifestSrc: ["'self'"],
        mediaSrc: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline.scripts],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", ...inline.styles],
        workerSrc: ["'self'"],
        reportUri: [browserReportsPath],
        // No upgrade-insecure-requests: it would break a deployment over plain http.
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  };
}

const noSources = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** A body below /api is data: a browser that opens it directly must not run, sniff or embed it. */
function apiOptions(isHttps: boolean): HelmetOptions {
  return {
    ...sharedOptions(isHttps),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...noSources, sandbox: [] },
    },
    referrerPolicy: { policy: 'no-referrer' },
  };
}

/**
 * A part of a page: scripts, styles, fonts and pictures are under the policy of the page that loads them. The page's long
 * policy, with each of the 20 files of a start, would take slow networks 50 ms.
 */
function fileOptions(isHttps: boolean): HelmetOptions {
  return {
    ...sharedOptions(isHttps),
    contentSecurityPolicy: { useDefaults: false, directives: noSources },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  };
}

function sharedOptions(isHttps: boolean): HelmetOptions {
  return {
    strictTransportSecurity: isHttps && { maxAge: 63_072_000, includeSubDomains: false },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  };
}
