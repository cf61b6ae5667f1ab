import { apiMount } from './target.ts';

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
