const longestTarget = 9 * 1024;

/**
 * Accepts only an origin-form target that means the same path to everybody who reads it: no authority (`//host`), no
 * absolute form, no dot segments in any spelling, no backslash, no control byte, no broken percent-encoding. An accepted
 * target is passed on byte for byte, so there is no normalised copy that could differ from the forwarded one.
 */
export function parseTarget(url: string): 'ok' | 'bad' | 'too-long' {
  if (url.length > longestTarget) return 'too-long';
  if (!plainTarget.test(url)) return 'bad';
  const path = pathOf(url);
  return suspicious.test(path) && !isUnambiguous(path) ? 'bad' : 'ok';
}

/** Visible ASCII without a fragment, beginning with exactly one slash. */
const plainTarget = /^\/(?!\/)[!"$-~]*$/;
/** Characters for which the path is examined segment by segment; almost no path of the product has one. */
const suspicious = /[%\\]|\/\/|\/\./;

function isUnambiguous(path: string): boolean {
  if (path.includes('\\') || path.includes('//')) return false;
  if (/%(?![0-9a-f]{2})/i.test(path)) return false;
  if (/%(?:5c|7f|[01][0-9a-f])/i.test(path)) return false;
  const spelledOut = path.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%3b/gi, ';');
  // Some servers drop path parameters before they resolve dots, so that `..;x` climbs there.
  return !spelledOut.split('/').some((segment) => /^\.\.?(?:;|$)/.test(segment));
}

/** Below it, paths are the upstream's. */
export const apiMount = '/api';

export function isApi(path: string): boolean {
  return path === apiMount || path.startsWith(`${apiMount}/`);
}

/** Whether a path is that of a file of the built client, of this build or an older one. */
export function isBuiltFile(path: string): boolean {
  return path.startsWith('/assets/');
}

/** The query of a request's address, without its question mark. */
export function queryOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? '' : url.slice(query + 1);
}

/** A request's address without its query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

const base = `${apiMount}/`;
const unusual = /[%;A-Z]|\/$/;

/**
 * The path of a call below /api, relative to the API base and in the one spelling in which the gateway compares it with
 * those of `apiPaths`. Express takes any letter case and a slash at the end, other servers decode escapes or drop what
 * follows a `;`: all these spellings of a path are one. Undefined for any other path.
 */
export function callPathOf(path: string): string | undefined {
  if (!path.startsWith(base)) return undefined;
  const rest = path.slice(base.length);
  if (!unusual.test(rest)) return rest;
  return decoded(rest)
    .replace(/;[^/]*/g, '')
    .toLowerCase()
    .replace(/\/+$/, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Bytes that are no UTF-8 stay as they are.
    return path;
  }
}
