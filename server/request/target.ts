/** What a request target means: a path of ours, less its query, or a target that is refused. */
export type Target = { kind: 'ok'; path: string } | { kind: 'bad' } | { kind: 'too-long' };

const longestTarget = 9 * 1024;
const bad: Target = { kind: 'bad' };

/**
 * Accepts only an origin-form target that means the same path to everybody who reads it: no authority (`//host`), no
 * absolute form, no dot segments in any spelling, no backslash, no control byte, no broken percent-encoding. What is
 * accepted is passed on byte for byte, so there is no normalised copy that could differ from what is forwarded.
 */
export function parseTarget(url: string): Target {
  if (url.length > longestTarget) return { kind: 'too-long' };
  if (!plainTarget.test(url)) return bad;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  if (suspicious.test(path) && !isUnambiguous(path)) return bad;
  return { kind: 'ok', path };
}

/** Visible ASCII without a fragment, beginning with exactly one slash. */
const plainTarget = /^\/(?!\/)[!"$-~]*$/;
/** Anything that needs a closer look; almost no path of the product has it. */
const suspicious = /[%\\]|\/\/|\/\./;

function isUnambiguous(path: string): boolean {
  if (path.includes('\\') || path.includes('//')) return false;
  if (/%(?![0-9a-f]{2})/i.test(path)) return false;
  if (/%(?:5c|7f|[01][0-9a-f])/i.test(path)) return false;
  const spelledOut = path.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%3b/gi, ';');
  // Some servers drop path parameters before they resolve dots: `..;x` climbs there.
  return !spelledOut.split('/').some((segment) => /^\.\.?(?:;|$)/.test(segment));
}

/** Below it, paths are the upstream's. */
export const apiMount = '/api';

export function isApi(path: string): boolean {
  return path === apiMount || path.startsWith(`${apiMount}/`);
}

/** The part of a path that is the upstream's, or undefined when it is not below the mount. */
export function belowApi(path: string): string | undefined {
  return path.startsWith(`${apiMount}/`) ? path.slice(apiMount.length) : undefined;
}

/**
 * A spelling of the path that is the same for every way to write the same call, for decisions that an upstream's own
 * tolerance (letter case, a slash at the end, needless escapes) must not let anybody around.
 */
export function routeOf(path: string): string {
  if (!unusual.test(path)) return path;
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Bytes that are no UTF-8 stay as they are.
  }
  return decoded.toLowerCase().replace(/(?<=.)\/+$/, '');
}

const unusual = /[%A-Z]|.\/$/;
