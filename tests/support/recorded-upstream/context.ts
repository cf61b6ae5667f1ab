import type { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Documents, UserDocument } from './documents.ts';
import { castObjectId } from './object-id.ts';
import { verifyToken } from './session-token.ts';

export type DatabaseState = 'up' | 'unreachable';

/** The state that all routes of one running double share. */
export interface Context {
  documents: Documents;
  database: DatabaseState;
  /** The recorded service forgot to declare the feed's `limit`: parallel calls share one. */
  feedLimit: number;
  /** The people who joined a chat room, in order. */
  joins: { userId: unknown; targetUserId: unknown }[];
  /** Emits `join` after each of them. */
  joined: EventEmitter<{ join: [] }>;
  /** Simulates the exit of the process: sockets close and nothing answers until a restart. */
  crash: (reason: string) => void;
}

export async function databaseCall(context: Context): Promise<void> {
  await nextTurn();
  if (context.database === 'unreachable') throw new Error('connect ECONNREFUSED 127.0.0.1:27017');
}

export type SignedInHandler = (request: Request, response: Response, me: UserDocument) => Promise<unknown>;

/** The auth check before a route: every failure is 400 text, never 401. */
export function signedIn(context: Context, handler: SignedInHandler): RequestHandler {
  return async (request, response) => {
    let me: UserDocument;
    try {
      me = await currentUser(context, request);
    } catch (error) {
      response.status(400).send(messageOf(error));
      return;
    }
    await handler(request, response, me);
  };
}

async function currentUser(context: Context, request: Request): Promise<UserDocument> {
  const token: unknown = request.cookies.token;
  if (!token) throw new Error('Pleasse login');
  const claimed = verifyToken(String(token));
  await databaseCall(context);
  const id = castObjectId(claimed, 'User');
  const user = context.documents.users.find(({ _id }) => _id === id);
  if (!user) throw new Error('User not found ');
  return user;
}

/** The parsed body; a missing one, or one of another content type, is an empty object. */
export function bodyOf(request: Request): Record<string, unknown> {
  return request.body ?? {};
}

/** A path parameter as text; an absent one is empty. */
export function parameter(request: Request, name: string): string {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
