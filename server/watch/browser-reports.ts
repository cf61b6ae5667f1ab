import express from 'express';
import type { Logger } from 'pino';
import { WindowCounter } from '#platform/window-counter.ts';
import { browserReports } from '#server/limits/budgets.ts';
import type { Middleware } from '#server/request/facts.ts';
import { browserReportsPath } from '#shared/entry-paths.ts';
import { routeLabel } from './route-label.ts';

export type ReportKind = 'error' | 'csp';

/**
 * Takes errors of the client and the browser's reports about the content security policy (`report-uri`). Anybody can send
 * them, so little is kept and few are logged.
 */
export function takeBrowserReports(log: Logger, count?: (kind: ReportKind) => void): Middleware {
  const lines = new WindowCounter(browserReports);
  const parse = express.json({ limit: '8kb', type: ['application/json', 'application/csp-report'] });
  return (req, res, next) => {
    if (res.locals.path !== browserReportsPath) return next();
    if (req.method !== 'POST') {
      res.writeHead(405, { Allow: 'POST', 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
      return;
    }
    // The answer is the same for a body that cannot be read: no script waits for it.
    parse(req, res, (error?: unknown) => {
      const report = error === undefined ? reportIn(req.body) : undefined;
      if (report !== undefined) {
        count?.(report.kind);
        if (lines.spend('').allowed) log.warn(report, 'browser report');
      }
      res.writeHead(204, { 'Cache-Control': 'no-store' }).end();
    });
  };
}

/** The kept part of a browser's report: no sentence, no query, no address of a person. */
function reportIn(body: unknown) {
  const { kind, name, at, url, 'csp-report': csp } = fieldsOf(body);
  if (kind === 'error') {
    // The built file, line and column, which a source map turns into our code.
    const known = /^[A-Z]\w{0,40}$/.exec(textOf(name))?.[0] ?? 'Error';
    const place = /[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}/.exec(textOf(at))?.[0];
    return { kind: 'error' as const, route: routeOf(textOf(url)), name: known, at: place };
  }
  const { 'document-uri': page, 'effective-directive': directive, 'blocked-uri': blocked } = fieldsOf(csp);
  const word = wordIn(textOf(directive));
  if (word === undefined) return undefined;
  return { kind: 'csp' as const, route: routeOf(textOf(page)), directive: word, blocked: originOf(textOf(blocked)) };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function wordIn(value: string): string | undefined {
  return /^[a-z-]{1,40}/.exec(value)?.[0];
}

function routeOf(url: string): string {
  const parsed = URL.parse(url, 'http://page.invalid');
  return parsed === null ? '(other)' : routeLabel(parsed.pathname);
}

function originOf(blocked: string): string {
  const url = URL.parse(blocked);
  // A blocked resource without a scheme is a keyword: inline, eval or data.
  return url === null ? (wordIn(blocked) ?? 'unknown') : `${url.protocol}//${url.hostname}`.slice(0, 100);
}
