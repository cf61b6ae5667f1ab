import { callPathOf, isBuiltFile } from '#server/request/target.ts';
import { browserReportsPath } from '#shared/entry-paths.ts';
import { apiPaths } from '#shared/paths.ts';
import { matchClientRoute } from '#shared/routes.ts';

/** Each call of the upstream as a pattern, from the one list of paths that there is. */
const apiPatterns = [...Object.values(apiPaths).map(patternOf), 'myprojects']
  .map((pattern) => ({ label: `/api/${pattern}`, segments: pattern.split('/') }))
  .sort((a, b) => parameters(a.segments) - parameters(b.segments));

/** The labels without parameters, which most requests match. */
const fixedLabels = new Set(apiPatterns.filter(({ segments }) => parameters(segments) === 0).map(({ label }) => label));

function patternOf(path: string | ((...ids: never[]) => string)): string {
  if (typeof path === 'string') return path;
  const fill = path as (...ids: string[]) => string;
  return fill(':id', ':id').replaceAll(encodeURIComponent(':id'), ':id');
}

function parameters(segments: readonly string[]): number {
  return segments.filter((segment) => segment === ':id').length;
}

/**
 * The pattern that a path belongs to, out of a fixed set. Logs and metrics show it instead of the path, which could name
 * a person, and of which clients could make up any number.
 */
export function routeLabel(path: string, callPath = callPathOf(path)): string {
  if (fixedLabels.has(path)) return path;
  if (callPath !== undefined) return apiLabel(callPath);
  if (isBuiltFile(path)) return '/assets/*';
  if (path === '/health' || path === '/health/ready' || path === browserReportsPath) return path;
  const share = sharePattern.exec(path)?.[1];
  return share === undefined ? (matchClientRoute(path)?.path ?? '(other)') : `${share}/:id`;
}

const sharePattern = /^(\/share\/(?:project|profile))\/[^/]+$/;

function apiLabel(path: string): string {
  const fixed = `/api/${path}`;
  if (fixedLabels.has(fixed)) return fixed;
  const segments = path.split('/');
  if (segments[0] === apiPaths.socket) return `/api/${apiPaths.socket}`;
  const found = apiPatterns.find(
    (pattern) =>
      pattern.segments.length === segments.length &&
      pattern.segments.every((part, i) => part === segments[i] || (part === ':id' && segments[i] !== '')),
  );
  return found?.label ?? '/api/(other)';
}
