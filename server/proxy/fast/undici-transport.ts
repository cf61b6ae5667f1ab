import type { Dispatcher } from 'undici';
import { type Call, isRepeatable } from '#server/proxy/call.ts';
import type { GeneralLane } from '#server/proxy/hpm-transport.ts';
import type { Speaker } from '#server/proxy/idle-timeout.ts';
import type { Reply } from '#server/proxy/reply.ts';
import type { Lane, LaneDeps } from '#server/proxy/transport.ts';
import { UpstreamFault } from '#server/proxy/upstream-fault.ts';
import { latin1Texts } from './header-encoding.ts';
import { smallReads } from './small-reads.ts';
import { buildConnector, Client } from './undici-parts.ts';
import { UpstreamConnections } from './upstream-connections.ts';

/** A larger body is better streamed than held in memory. */
const mostBytesHeld = 64 * 1024;

export interface FastLane extends Lane {
  /** Calls that end soon and whose body, if any, is small; long polls and streams of unknown length are not. */
  accepts(call: Call): boolean;
}

/**
 * The short way for the many small calls: undici, without streams and emitters in between. What it cannot do it hands
 * to the general lane, which also makes the one retry over a fresh connection.
 */
export function createFastLane(deps: LaneDeps, general: GeneralLane): FastLane {
  const { origin } = deps;
  const connect = buildConnector({ timeout: deps.connectMs, allowH2: false, lookup: deps.lookup, onread: smallReads });
  const createClient = () =>
    new Client(origin.origin, {
      // Never pipelined: one call's fate must not depend on another's.
      pipelining: 1,
      // Our own clock watches: a stream of events may be silent, and only its head says that it is one.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect(options, callback) {
        connect(options, (...result) => {
          const [, socket] = result;
          socket?.prependListener('error', (error: Error) => Object.assign(error, { bytesRead: socket.bytesRead }));
          callback(...result);
        });
      },
    });
  const connections = new UpstreamConnections(createClient);

  function send(call: Call, body: Buffer | null): void {
    connections.dispatch(
      {
        path: call.upstreamPath,
        method: call.method as Dispatcher.HttpMethod,
        headers: deps.headers(call),
        body,
        // There is never a second request on the connection that the answer's head would have to let through.
        blocking: false,
      },
      new Exchange(call, deps, general),
    );
  }

  return {
    accepts: ({ body, route }) =>
      (body.kind === 'none' || (body.kind === 'sized' && body.length <= mostBytesHeld)) &&
      !route.startsWith('/socket.io'),
    forward(call) {
      if (call.body.kind === 'none') send(call, null);
      else collect(call, deps, (body) => send(call, body));
    },
    close: () => connections.destroy(),
  };
}

/** Reads the whole small body first: it then leaves in one piece, and the upstream never waits for a slow client. */
function collect(call: Call, { onRefused }: LaneDeps, done: (body: Buffer) => void): void {
  const { req, res, silences } = call;
  const chunks: Buffer[] = [];
  const client: Speaker = { silentLooks: 0, place: undefined, onSilence: () => onRefused(call, 'request_timeout') };
  silences.watch(client);
  if (call.expectsContinue) res.writeContinue();
  req.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    client.silentLooks = 0;
  });
  req.once('end', () => {
    silences.forget(client);
    if (!res.headersSent) done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  });
  req.once('close', () => silences.forget(client));
}

/** One call and its answer, as undici reports them. */
class Exchange implements Speaker {
  silentLooks = 0;
  place: number | undefined;
  readonly #call: Call;
  readonly #deps: LaneDeps;
  readonly #general: GeneralLane;
  #reply: Reply | undefined;
  #abort: ((reason?: Error) => void) | undefined;
  #resume: (() => void) | undefined;
  #isSent = false;
  /** The first byte of an answer has come: from here on a retry could repeat what was done. */
  #isAnswered = false;
  #isOver = false;
  /** The client takes nothing at the moment, so that the upstream has to be silent. */
  #isPaused = false;

  constructor(call: Call, deps: LaneDeps, general: GeneralLane) {
    this.#call = call;
    this.#deps = deps;
    this.#general = general;
    // Without this, a client that leaves would keep its connection to the upstream for ever.
    call.res.on('close', () => this.#leave());
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#isSent = true;
    this.#abort = abort;
    if (this.#isOver) abort();
    else this.#call.silences.watch(this);
  }

  onResponseStarted(): void {
    this.#isAnswered = true;
  }

  onHeaders(status: number, rawHeaders: Buffer[], resume: () => void): boolean {
    this.silentLooks = 0;
    if (status < 200 || this.#isOver) return true;
    const reply = this.#deps.createReply(this.#call);
    this.#reply = reply;
    this.#resume = resume;
    if (!reply.head(status, latin1Texts(rawHeaders))) {
      this.#finish();
      this.#abort?.();
      return true;
    }
    if (status === 204 || status === 304) {
      // Some upstreams announce the length that the body would have had; undici waits for it and then complains.
      this.#finish();
      reply.end();
    } else if (reply.isEventStream) this.#call.silences.forget(this);
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.#isOver) return true;
    this.silentLooks = 0;
    const resume = this.#resume as () => void;
    if ((this.#reply as Reply).write(chunk, () => this.#goOn(resume))) return true;
    this.#isPaused = true;
    return false;
  }

  onComplete(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#reply?.end();
  }

  onError(error: Error): void {
    if (this.#isOver) return;
    this.#finish();
    // Something that undici does not want to send; it has not sent anything.
    if (!this.#isSent && 'code' in error && error.code === 'UND_ERR_INVALID_ARG') this.#general.forward(this.#call);
    else if (!this.#isAnswered && isRepeatable(this.#call) && hadAnsweredBefore(error)) this.#general.retry(this.#call);
    else this.#deps.onFault(this.#call, UpstreamFault.from(error));
  }

  onSilence(): void {
    if (this.#isPaused) {
      this.#call.silences.watch(this);
      return;
    }
    this.#finish();
    this.#abort?.();
    this.#deps.onFault(this.#call, new UpstreamFault('timeout'));
  }

  #goOn(resume: () => void): void {
    this.#isPaused = false;
    this.silentLooks = 0;
    resume();
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#abort?.();
  }

  #finish(): void {
    this.#isOver = true;
    this.#call.silences.forget(this);
  }
}

/** The connection had served an earlier call and died when it was used again, so that the upstream never saw this one. */
function hadAnsweredBefore(error: Error): boolean {
  if (UpstreamFault.from(error).kind !== 'reset') return false;
  const { bytesRead, socket } = error as { bytesRead?: number; socket?: { bytesRead?: number } };
  return (bytesRead ?? socket?.bytesRead ?? 0) > 0;
}
