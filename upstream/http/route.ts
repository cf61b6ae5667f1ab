import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Capability } from '#shared/capabilities.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The authenticated person and session of a call. */
export interface Viewer {
  userId: string;
  sessionId: string;
  /** Mail is set up, and the person has not confirmed their address: they may look, see `requireVerified`. */
  isUnverified?: boolean;
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

/**
 * One call of the contract. The router, the 405 replies, the capability list and openapi.json are all generated from
 * these.
 */
export interface Route {
  method: Method;
  /**
   * An Express path without wildcards: `/request/:status/:userId`. Parameters named `id` or `…Id` must be well-formed
   * ids.
   */
  path: string;
  summary: string;
  tag: string;
  /** `public` routes get an empty viewer. */
  access: 'session' | 'public';
  /** Everybody else who is logged in gets the 404 of a call that does not exist. */
  role?: 'moderator';
  capability?: Capability;
  /**
   * Path parameters that are not ids. An unknown word of an enum answers 404, as an unknown id does; another invalid value
   * answers 400.
   */
  params?: Record<string, z.ZodType<string>>;
  query?: z.ZodType;
  /** The types of a body that the handler reads itself, as bytes. */
  upload?: readonly string[];
  /** The types of a reply that is not JSON. */
  download?: readonly string[];
  /** Without a body schema the body is not read. */
  body?: z.ZodType;
  status?: number;
  reply: z.ZodType;
  /** Returns the reply's JSON, or undefined when it has already sent the response. */
  handle(call: Call<Record<string, string>, unknown, unknown>): unknown;
}

interface TypedRoute<
  Path extends string,
  Params extends Record<string, z.ZodType<string>>,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
> extends Omit<Route, 'tag' | 'access' | 'path' | 'params' | 'query' | 'body' | 'reply' | 'handle'> {
  access?: 'public';
  path: Path;
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  handle(
    call: Call<
      Omit<ParamsOf<Path>, keyof Params> & { [Name in keyof Params]: z.output<Params[Name]> },
      z.output<Query>,
      z.output<Body>
    >,
  ): Sent<Reply> | Promise<Sent<Reply>>;
}

type Sent<Reply extends z.ZodType> = z.input<Reply> | undefined;

/**
 * The routes of one room of the API. Each is type-checked against its own path and schemas, and needs a session unless it
 * says otherwise; a `capability` of the room is that of all its routes.
 */
export function routesOf(room: Pick<Route, 'tag' | 'capability'>) {
  return <
    const Path extends string,
    Params extends Record<string, z.ZodType<string>> = Record<never, never>,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
    Reply extends z.ZodType = z.ZodUndefined,
  >(
    route: TypedRoute<Path, Params, Query, Body, Reply>,
  ): Route => ({ access: 'session', ...room, ...route }) as unknown as Route;
}
