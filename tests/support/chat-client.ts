import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { ErrorBody } from '#shared/api/errors.ts';
import { type Ack, type ClientToServerEvents, type ServerToClientEvents, serverEvents } from '#shared/api/events.ts';

type EventName = keyof ServerToClientEvents;
type EventPayload<Name extends EventName> = Parameters<ServerToClientEvents[Name]>[0];

/** A person's socket that notes everything it hears, so that a test can wait for what has come already. */
export interface ChatClient {
  socket: Socket;
  heard: { name: string; payload: unknown }[];
  /** Everything of one kind that was heard so far. */
  all<Name extends EventName>(name: Name): EventPayload<Name>[];
  /** The next event of a kind that matches and was not taken before, or one that has come already. */
  next<Name extends EventName>(
    name: Name,
    matches?: (payload: EventPayload<Name>) => boolean,
  ): Promise<EventPayload<Name>>;
  /** Sends an event and answers its acknowledgement. Takes any payload: tests also send nonsense. */
  ask<Name extends keyof ClientToServerEvents>(name: Name, payload: unknown): Promise<Ack<AckData<Name>>>;
  /** Resolves with the reason when the socket is closed. */
  closed(): Promise<string>;
  close(): void;
}

type AckData<Name extends keyof ClientToServerEvents> =
  NonNullable<Parameters<ClientToServerEvents[Name]>[1]> extends (answer: Ack<infer Data>) => void ? Data : never;

export interface ChatClientOptions extends Partial<ManagerOptions & SocketOptions> {
  cookie?: string;
  origin?: string;
  /** Below which path the socket is: `/api` behind the gateway. */
  prefix?: string;
  /** More request headers of the handshake. */
  headers?: Record<string, string>;
}

/** For what hangs. */
const patienceMs = 120_000;

export function chatClient(
  url: string,
  { cookie, origin, prefix = '', headers = {}, ...more }: ChatClientOptions = {},
): ChatClient {
  const socket: Socket = io(url, {
    path: `${prefix}/socket.io`,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    autoConnect: false,
    extraHeaders: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(origin === undefined ? {} : { origin }),
      ...headers,
    },
    ...more,
  });
  const heard: ChatClient['heard'] = [];
  const taken = new Set<unknown>();
  const waiting = new Set<() => void>();
  socket.onAny((name: EventName, payload: unknown) => {
    serverEvents[name].parse(payload);
    heard.push({ name, payload });
    for (const look of [...waiting]) look();
  });

  return {
    socket,
    heard,
    all: (name) => heard.filter((event) => event.name === name).map((event) => event.payload as never),
    next: (name, matches = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = heard.find(
            (event) => event.name === name && !taken.has(event) && matches(event.payload as never),
          );
          if (!found) return;
          taken.add(found);
          finish();
          resolve(found.payload as never);
        };
        const finish = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const timer = setTimeout(() => {
          finish();
          const names = heard.map((event) => event.name).join(', ');
          reject(new Error(`heard no ${name} in time, but: ${names || 'nothing'}`));
        }, patienceMs);
        waiting.add(look);
        look();
      }),
    ask: (name, payload) => socket.timeout(patienceMs).emitWithAck(name, payload),
    closed: () =>
      new Promise((resolve) => {
        if (socket.disconnected) resolve('already');
        socket.once('disconnect', resolve);
      }),
    close: () => socket.disconnect(),
  };
}

/** Connects; rejects with the refusal's body, or with an error where there was none. */
export function connected(client: ChatClient): Promise<ChatClient> {
  return new Promise((resolve, reject) => {
    client.socket.once('connect', () => resolve(client));
    client.socket.once('connect_error', (error: Error & { data?: ErrorBody }) => reject(error.data ?? error));
    client.socket.connect();
  });
}
