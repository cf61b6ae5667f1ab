import helmet from 'helmet';

/** The header that carries the policy below; it is made per request, because it names the page's own host. */
export const contentSecurityPolicyName = 'Content-Security-Policy';

const socketOrigin = 'WEBSOCKET-ORIGIN';
const permissions = [
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
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

export interface SecurityHeaders {
  /** For every answer, files and API replies too: names and values in turn. */
  readonly everywhere: readonly string[];
  /** For pages, less the content security policy. */
  readonly page: readonly string[];
  /** The same, and the promise to stay on https: only for a request that came over it. */
  readonly pageOverHttps: readonly string[];
  /** The policy of a page at this host, as the browser named it; the host must have been validated. */
  readonly contentSecurityPolicy: (host: string, isHttps: boolean) => string;
}

/** Asks helmet once for its headers, so that no request pays for them. `styleHashes` allow single inline styles. */
export function makeSecurityHeaders(styleHashes: readonly string[] = []): SecurityHeaders {
  const made = headersOfHelmet(styleHashes);
  const policy = made.get(contentSecurityPolicyName) ?? '';
  const strictTransport = made.get('Strict-Transport-Security') ?? '';
  made.delete(contentSecurityPolicyName);
  made.delete('Strict-Transport-Security');
  const page = [...made].flat();
  page.push('Permissions-Policy', permissions);
  const cut = policy.indexOf(socketOrigin);
  const before = policy.slice(0, cut);
  const after = policy.slice(cut + socketOrigin.length);
  return {
    everywhere: ['X-Content-Type-Options', 'nosniff', 'Cross-Origin-Resource-Policy', 'same-origin'],
    page,
    pageOverHttps: [...page, 'Strict-Transport-Security', strictTransport],
    contentSecurityPolicy: (host, isHttps) => `${before}${isHttps ? 'wss' : 'ws'}://${host}${after}`,
  };
}

function headersOfHelmet(styleHashes: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  const apply = helmet({
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
        // People link their pictures from anywhere; a preview of one that is not uploaded yet is a blob.
        imgSrc: ["'self'", 'https:', 'data:', 'blob:'],
        manifestSrc: ["'self'"],
        mediaSrc: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", ...styleHashes],
        workerSrc: ["'self'"],
        // No upgrade-insecure-requests: it would break a deployment over plain http.
      },
    },
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: false },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  });
  // Helmet only ever sets headers: the request is not read, the rest of the response not touched.
  apply({} as never, response as never, () => undefined);
  return headers;
}
