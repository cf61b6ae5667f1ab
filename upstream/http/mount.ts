import type { Express, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { isId } from '../ids.ts';
import { ApiError, invalidParameter, notFound, unknownCall } from './api-error.ts';
import { jsonBody } from './json-body.ts';
import type { Route, Viewer } from './route.ts';
import { parseBody, parseQuery } from './validate.ts';

export type Authenticate = (req: Request, res: Response) => Promise<Viewer>;

/** The check of a role: `isModerator` is asked at each call of a route with that role, so that losing it counts at once. */
export interface Gate {
  authenticate: Authenticate;
  isModerator(userId: string): Promise<boolean>;
  /** Runs what a person reads when it is their turn. */
  read<Reply>(viewer: Viewer, res: Response, work: () => Promise<Reply>): Promise<Reply>;
}

/** Registers the routes: static segments win over parameters; another method on a known path answers 405. */
export function mountRoutes(app: Express, routes: readonly Route[], gate: Gate): void {
  const byPath = Map.groupBy(routes, (route) => route.path);
  for (const path of [...byPath.keys()].sort(staticFirst)) {
    const ofPath = byPath.get(path) ?? [];
    const mounted = app.route(path);
    for (const route of ofPath) {
      const name = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
      mounted[name](...handlersOf(route, gate));
    }
    mounted.all(otherMethod(ofPath));
  }
}

function staticFirst(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = Number(left[i]?.startsWith(':')) - Number(right[i]?.startsWith(':'));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** A project's description of 20,000 characters, each of them escaped (`\u0041`), and its other fields. */
const bodyBytes = 200_000;
/** For calls that anybody can make: the longest is the answer of a passkey. */
const publicBodyBytes = 32_000;

function handlersOf(route: Route, { authenticate, isModerator, read }: Gate): RequestHandler[] {
  const nobody: Viewer = { userId: '', sessionId: '' };
  const identify: RequestHandler = async (req, res, next) => {
    res.locals.route = `${route.method} ${route.path}`;
    const viewer = route.access === 'public' ? nobody : await authenticate(req, res);
    if (route.role === 'moderator' && !(await isModerator(viewer.userId))) throw unknownCall();
    res.locals.viewer = viewer;
    checkParams(route, req.params as Record<string, string>);
    next();
  };
  // A file is sent for as long as the caller takes it, and would keep other reads waiting.
  const takesTurns = route.method === 'GET' && route.access === 'session' && !route.download;
  const answer: RequestHandler = async (req, res) => {
    const viewer = res.locals.viewer as Viewer;
    const handle = async () =>
      route.handle({
        params: req.params as Record<string, string>,
        query: route.query ? parseQuery(route.query, req.query) : undefined,
        body: route.body ? parseBody(route.body, req.body ?? {}) : undefined,
        viewer,
        req,
        res,
      });
    const reply = takesTurns ? await read(viewer, res, handle) : await handle();
    if (reply !== undefined) res.status(route.status ?? 200).json(reply);
  };
  return route.body
    ? [identify, ...jsonBody(route.access === 'public' ? publicBodyBytes : bodyBytes), answer]
    : [identify, answer];
}

/** A malformed id answers 404, like an unknown one; another malformed parameter answers 400. */
function checkParams(route: Route, params: Record<string, string>): void {
  for (const [name, value] of Object.entries(params)) {
    const schema = route.params?.[name];
    const checked = schema?.safeParse(value);
    if (checked ? checked.success : isId(value)) continue;
    if (!checked?.error || schema instanceof z.ZodEnum) throw notFound();
    throw invalidParameter({ [name]: checked.error.issues[0]?.message ?? 'This is not valid.' });
  }
}

function otherMethod(routes: readonly Route[]): RequestHandler {
  const methods = new Set<string>(routes.map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (req, res) => {
    if (req.method !== 'OPTIONS')
      throw new ApiError('method_not_allowed', 'This call does not take that method.', { headers: { Allow: allow } });
    res.set('Allow', allow).status(204).end();
  };
}
