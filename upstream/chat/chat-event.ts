import type { z } from 'zod';
import type { ErrorBody } from '#shared/api/errors.ts';
import { type Ack, clientEvents } from '#shared/api/events.ts';
import { isStorageFault } from '../db/faults.ts';
import { ApiError, storageUnavailable } from '../http/api-error.ts';
import { hasTooManyParts } from '../http/validate.ts';
import type { TokenBucket } from './admission/token-bucket.ts';
import type { ChatContext, ChatSocket } from './chat-socket.ts';

export type EventName = keyof typeof clientEvents;

type Payload<Name extends EventName> = z.output<(typeof clientEvents)[Name]>;

/** An event that a client may send, and its handler. */
export interface ChatEvent<Name extends EventName> {
  name: Name;
  /** Tokens of the socket's bucket that the payload costs beside the one of every event. */
  cost?: (payload: Payload<Name>) => number;
  handle: (context: ChatContext, socket: ChatSocket, payload: Payload<Name>) => Promise<unknown>;
}

export function defineChatEvent<Name extends EventName>(event: ChatEvent<Name>): ChatEvent<Name> {
  return event;
}

/**
 * Registers the event's handler. A malformed or missing payload is answered with an error and never reaches the
 * handler; a missing acknowledgement callback is allowed.
 */
export function listen<Name extends EventName>(
  context: ChatContext,
  socket: ChatSocket,
  bucket: TokenBucket,
  event: ChatEvent<Name>,
): void {
  const onEvent = async (...args: unknown[]) => {
    const last = args.at(-1);
    const ack = typeof last === 'function' ? (answer: Ack<unknown>) => last(answer) : () => undefined;
    const answering = answer(context, socket, bucket, event, args[0]);
    context.underWay.add(answering);
    try {
      ack(await answering);
    } catch (error) {
      context.deps.log.error({ err: error, event: event.name }, 'the answer to a chat event could not be sent');
    } finally {
      context.underWay.delete(answering);
    }
  };
  // The declared argument types are not checked at runtime, so `onEvent` takes `unknown`.
  socket.on(event.name, onEvent as never);
}

async function answer<Name extends EventName>(
  context: ChatContext,
  socket: ChatSocket,
  bucket: TokenBucket,
  event: ChatEvent<Name>,
  payload: unknown,
): Promise<Ack<unknown>> {
  try {
    requireToken(bucket);
    if (hasTooManyParts(payload)) throw new ApiError('invalid_request', 'The event has more parts than any takes.');
    const parsed = clientEvents[event.name].safeParse(payload);
    if (!parsed.success) return { ok: false, error: invalid(parsed.error) };
    // TypeScript does not connect the schema that is looked up with the name it is looked up by.
    const data = parsed.data as Payload<Name>;
    requireToken(bucket, event.cost?.(data) ?? 0);
    return { ok: true, data: (await event.handle(context, socket, data)) ?? {} };
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, error: bodyOf(error) };
    if (isStorageFault(error)) {
      context.deps.trouble('database', error);
      return { ok: false, error: bodyOf(storageUnavailable()) };
    }
    context.deps.log.error({ err: error, event: event.name, userId: socket.data.user._id }, 'a chat event failed');
    return { ok: false, error: { code: 'internal', message: 'Something went wrong. Try again.' } };
  }
}

function bodyOf({ code, message, fields, details }: ApiError): ErrorBody {
  return { code, message, ...(fields && { fields }), ...details };
}

function invalid(error: z.ZodError): ErrorBody {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    if (field !== '') fields[field] ??= issue.message;
  }
  return { code: 'invalid_request', message: error.issues[0]?.message ?? 'This payload is not valid.', fields };
}

export function requireToken(bucket: TokenBucket, cost = 1): void {
  if (!bucket.take(cost)) throw new ApiError('rate_limited', 'That was too fast. Wait a moment.');
}
