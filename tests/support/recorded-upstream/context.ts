import { createHmac } from 'node:crypto';
import { setImmediate as databaseCall } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Documents, UserDocument } from './network.ts';

/** The state that all routes of one running double share. */
export interface Context {
  documents: Documents;
  /** The people who joined a chat room, in order. */
  joins: { userId: unknown; targetUserId: unknown }[];
  /** Simulates the exit of the process: sockets close and nothing answers until a restart. */
  crash: (reason: string) => void;
}

type Handler = (request: Request, response: Response, me: UserDocument) => unknown;

/** A failure as text, or as JSON with a status. */
type Refusal = string | readonly [status: number, body: object];

/**
 * A route behind the auth check, every failure of which is 400 text, never 401. What the handler throws is told as its
 * route tells failures: as 400 text after a prefix, or as one constant reply.
 */
export function signedIn(context: Context, handler: Handler, refusal: Refusal = 'Error: '): RequestHandler {
  return async (request, response) => {
    let me: UserDocument;
    try {
      me = await currentUser(context, request);
    } catch (error) {
      response.status(400).send(messageOf(error));
      return;
    }
    try {
      await handler(request, response, me);
    } catch (error) {
      if (typeof refusal === 'string') response.status(400).send(`${refusal}${messageOf(error)}`);
      else response.status(refusal[0]).json(refusal[1]);
    }
  };
}

async function currentUser(context: Context, request: Request): Promise<UserDocument> {
  const token: string | undefined = request.cookies.token;
  if (!token) throw new Error('Pleasse login');
  const [, userId = '', signature] = token.split('.');
  if (signature === undefined) throw new Error('jwt malformed');
  if (token !== signToken(userId)) throw new Error('invalid signature');
  await databaseCall();
  const user = context.documents.users.find(({ _id }) => _id === userId);
  if (!user) throw new Error('User not found ');
  return user;
}

/** The value of the `token` cookie: three parts, as a JWT has. */
export function signToken(userId: string): string {
  return `e30.${userId}.${createHmac('sha256', 'recorded').update(userId).digest('base64url')}`;
}

/** Reads an id as mongoose does: 24 hex digits; anything else throws. */
export function castObjectId(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)) return value.toLowerCase();
  throw new Error(`Cast to ObjectId failed for value "${value}"`);
}

/** A path parameter as text; an absent one is empty. */
export function parameter(request: Request, name: string): string {
  return String(request.params[name] ?? '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
