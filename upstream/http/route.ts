import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Capability } from '#shared/capabilities.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who calls: the person, and the session they call with. */
export interface Viewer {
  userId: string;
  sessionId: string;
}

interface Call<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  viewer: Viewer;
  req: Request;
  res: Response;
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** One call of the contract. The router, the 405s, the capability list and openapi.json are all made from these. */
export interface Route {
  method: Method;
  /** Express style, without wildcards: `/request/:status/:userId`. Every `…Id` and `id` must be a well-formed id. */
  path: string;
  summary: string;
  tag: string;
  /** `public` calls have an empty viewer. */
  access: 'session' | 'public';
  capability?: Capability;
  /** Path parameters that take one of a few words. */
  words?: Record<string, readonly string[]>;
  query?: z.ZodType;
  /** A route without a body schema never reads the body. */
  body?: z.ZodType;
  /** Describes the reply in openapi.json; replies are typed by the interfaces of `#shared/api`. */
  reply?: z.ZodType;
  status?: number;
  /** What it returns is answered as JSON; undefined means that it has answered by itself. */
  handle(call: Call<Record<string, string>, unknown, unknown>): unknown;
}

interface TypedRoute<Path extends string, Query extends z.ZodType, Body extends z.ZodType>
  extends Omit<Route, 'path' | 'query' | 'body' | 'handle'> {
  path: Path;
  query?: Query;
  body?: Body;
  handle(call: Call<ParamsOf<Path>, z.output<Query>, z.output<Body>>): unknown;
}

/** Checks a route's handler against its own path and schemas. */
export function defineRoute<
  const Path extends string,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(route: TypedRoute<Path, Query, Body>): Route {
  return route as unknown as Route;
}
