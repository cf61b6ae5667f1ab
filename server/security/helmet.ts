import helmet, { type HelmetOptions } from 'helmet';
import type { Middleware } from '#server/request/facts.ts';
import { isApi, isBuiltFile } from '#server/request/target.ts';
import { browserReportsPath } from '#shared/entry-paths.ts';

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
  const both = (options: (isHttps: boolean) => HelmetOptions) => ({
    http: helmet(options(false)),
    https: helmet(options(true)),
  });
  const api = both(apiOptions);
  const files = both(fileOptions);
  const pages = both((isHttps) => pageOptions(isHttps, inline));
  return (req, res, next) => {
    const { path, client } = res.locals;
    const helmets = isApi(path) ? api : isBuiltFile(path) ? files : pages;
    helmets[client.proto](req, res, next);
  };
}

/** helmet's headers for an answer below /api: for sockets, which have no response object. */
export function apiSecurityHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(apiOptions(false))({} as never, response as never, () => undefined);
  return headers;
}

function pageOptions(isHttps: boolean, inline: InlineSources): HelmetOptions {
  return {
    ...sharedOptions(isHttps),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
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

/** Switches off the browser features that the product never uses; helmet has no such header. */
export const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  // Passkeys: for the page itself, not for frames.
  .concat(['publickey-credentials-create=(self)', 'publickey-credentials-get=(self)'])
  .join(', ');
