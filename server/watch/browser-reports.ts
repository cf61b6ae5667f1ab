import express from 'express';
import type { Logger } from 'pino';
import type { Middleware } from '#server/request/facts.ts';
import { browserReportsPath } from '#shared/entry-paths.ts';
import { routeLabel } from './route-label.ts';

export type ReportKind = 'error' | 'csp';

/** The kept part of a browser's report: no sentence, no query, no address of a person. */
interface BrowserReport {
  readonly kind: ReportKind;
  /** The page's route, as a pattern. */
  readonly route: string;
  /** The name of an error, such as TypeError. */
  readonly name?: string;
  /** The place of an error: the built file, line and column, which a source map turns into our code. */
  readonly at?: string;
  /** The directive that refused a load, and the scheme and host of the load. */
  readonly directive?: string;
  readonly blocked?: string;
}

export interface BrowserReportsDeps {
  readonly log: Logger;
  readonly count?: ((kind: ReportKind) => void) | undefined;
  /** Whether the log may take one more report. */
  readonly mayLog: () => boolean;
}

const mostBytes = '8kb';
/** A page with one mistake makes many reports. */
const mostOfOneRequest = 5;

/**
 * Takes errors of the client (`{kind:'error',…}`) and reports of the browser about the content security policy, in the
 * form of `report-uri` and of the Reporting API. Anybody can send them, so little is kept and few are logged.
 */
export function takeBrowserReports({ log, count, mayLog }: BrowserReportsDeps): Middleware {
  const parse = express.json({
    limit: mostBytes,
    type: ['application/json', 'application/csp-report', 'application/reports+json'],
  });
  return (req, res, next) => {
    if (res.locals.path !== browserReportsPath) return next();
    if (req.method !== 'POST') {
      res.writeHead(405, { Allow: 'POST', 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
      return;
    }
    // The answer is the same for a body that cannot be read: no script waits for it.
    parse(req, res, (error?: unknown) => {
      const given: unknown[] = Array.isArray(req.body) ? req.body : [req.body];
      if (error === undefined)
        for (const report of given.slice(0, mostOfOneRequest).flatMap(readReport)) {
          count?.(report.kind);
          if (mayLog()) log.warn(report, 'browser report');
        }
      res.writeHead(204, { 'Cache-Control': 'no-store' }).end();
    });
  };
}

function readReport(given: unknown): BrowserReport[] {
  const report = record(given);
  const csp = record(report['csp-report'] ?? (report.type === 'csp-violation' ? report.body : undefined));
  const directive = word(csp['effective-directive'] ?? csp.effectiveDirective ?? csp['violated-directive']);
  if (directive !== undefined)
    return [
      {
        kind: 'csp',
        route: routeOf(csp['document-uri'] ?? csp.documentURL),
        directive,
        blocked: originOf(csp['blocked-uri'] ?? csp.blockedURL),
      },
    ];
  if (report.kind !== 'error') return [];
  const name = typeof report.name === 'string' && /^[A-Z]\w{0,40}$/.test(report.name) ? report.name : 'Error';
  const at = typeof report.at === 'string' ? /[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}/.exec(report.at)?.[0] : undefined;
  return [{ kind: 'error', route: routeOf(report.url), name, ...(at && { at }) }];
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' ? /^[a-z-]{1,40}/.exec(value)?.[0] : undefined;
}

function routeOf(url: unknown): string {
  const parsed = typeof url === 'string' ? URL.parse(url, 'http://page.invalid') : null;
  return parsed === null ? '(other)' : routeLabel(parsed.pathname);
}

function originOf(blocked: unknown): string {
  if (typeof blocked !== 'string') return 'unknown';
  const url = URL.parse(blocked);
  // A blocked resource without a scheme is a keyword: inline, eval or data.
  return url === null ? (word(blocked) ?? 'unknown') : `${url.protocol}//${url.hostname}`.slice(0, 100);
}
