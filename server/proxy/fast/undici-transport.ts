import { buildConnector, type Dispatcher, Pool } from 'undici';
import type { HpmTransport } from '#server/proxy/hpm-transport.ts';
import type { Watched } from '#server/proxy/idle-timeout.ts';
import type { CreateOptionalTransport } from '#server/proxy/proxy.ts';
import type { Reply } from '#server/proxy/reply.ts';
import type { Call } from '#server/proxy/transport.ts';
import { UpstreamFault } from '#server/proxy/upstream-fault.ts';
import { isRepeatable } from '#server/request/call.ts';
import { callRules } from '#server/request/call-kind.ts';
import { GatewayError } from '#server/request/errors.ts';

/** A larger body is better streamed than held in memory. */
const mostBytesHeld = 64 * 1024;

/**
 * The transport of FAST_LANE=on: undici for calls without a body or with a small one of known length. Long polls, other
 * bodies and retries are left to http-proxy-middleware.
 */
export const createUndiciTransport: CreateOptionalTransport = ({ origin, lookup, connectMs }, fallback) => {
  const connect = buildConnector({ timeout: connectMs, allowH2: false, lookup });
  const pool = new Pool(origin.origin, {
    // Never pipelined: the fate of one call must not depend on another's.
    pipelining: 1,
    // `IdleTimeouts` watches instead: a stream of events may be silent, and only its head says that it is one.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      connect(options, (...result) => {
        const [, socket] = result;
        // undici's own errors tell how much the connection has read before, the socket's do not.
        socket?.prependListener('error', (error: Error) => Object.assign(error, { bytesRead: socket.bytesRead }));
        callback(...result);
      });
    },
  });

  function send(call: Call, body: Buffer | null): void {
    const { upstreamPath: path, headers, facts } = call;
    const method = facts.method as Dispatcher.HttpMethod;
    pool.dispatch({ path, method, headers: headers as string[], body }, new Exchange(call, fallback));
  }

  return {
    accepts: ({ kind, body }) =>
      !callRules[kind].isLongPoll && (body.kind === 'none' || (body.kind === 'sized' && body.length <= mostBytesHeld)),
    forward(call) {
      if (call.facts.body.kind === 'none') send(call, null);
      else collectBody(call, (body) => send(call, body));
    },
    close() {
      void pool.destroy();
    },
  };
};

/** Reads the whole small body first: the call then leaves in one piece, and the upstream never waits for the client. */
function collectBody({ req, res, facts, idleTimeouts, refuse }: Call, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const client: Watched = {
    silentChecks: 0,
    index: undefined,
    onSilence: () => refuse(new GatewayError('request_timeout')),
  };
  idleTimeouts.watch(client);
  if (facts.expectsContinue) res.writeContinue();
  req.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    client.silentChecks = 0;
  });
  req.once('end', () => {
    idleTimeouts.forget(client);
    if (!res.headersSent) done(Buffer.concat(chunks));
  });
  req.once('close', () => idleTimeouts.forget(client));
}

/** One call and its answer, as undici reports them. */
class Exchange implements Dispatcher.DispatchHandler, Watched {
  silentChecks = 0;
  index: number | undefined;
  readonly #call: Call;
  readonly #fallback: HpmTransport;
  #controller: Dispatcher.DispatchController | undefined;
  #reply: Reply | undefined;
  /** The first byte of an answer has come: from here on a retry could repeat what was done. */
  #isAnswered = false;
  #isOver = false;

  constructor(call: Call, fallback: HpmTransport) {
    this.#call = call;
    this.#fallback = fallback;
    // undici keeps the connection busy until the answer ends, also when the client has left.
    call.res.on('close', () => this.#cancel());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('the client has left'));
    else this.#call.idleTimeouts.watch(this);
  }

  /** Deprecated together with the older handlers, but the newer ones have nothing for the first byte. */
  onResponseStarted(): void {
    this.#isAnswered = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    this.silentChecks = 0;
    if (status < 200 || this.#isOver) return;
    const reply = this.#call.createReply();
    this.#reply = reply;
    if (!reply.head(status, textsOf(controller.rawHeaders))) {
      this.#cancel();
    } else if (status === 204 || status === 304) {
      // Some upstreams announce the length that the body would have had; undici would wait for it and then complain.
      this.#finish();
      reply.end();
    } else if (reply.isEventStream) this.#call.idleTimeouts.forget(this);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.silentChecks = 0;
    const resume = (): void => {
      this.silentChecks = 0;
      controller.resume();
    };
    if (this.#reply?.write(chunk, resume) === false) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#reply?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver) return;
    this.#finish();
    const isUnsent = this.#controller === undefined && 'code' in error && error.code === 'UND_ERR_INVALID_ARG';
    if (isUnsent) this.#fallback.forward(this.#call);
    else if (!this.#isAnswered && isRepeatable(this.#call.facts) && diedIdle(error)) this.#fallback.retry(this.#call);
    else this.#call.fail(UpstreamFault.from(error));
  }

  onSilence(): void {
    // The client takes nothing at the moment, so that the upstream has to be silent.
    if (this.#controller?.paused) {
      this.#call.idleTimeouts.watch(this);
      return;
    }
    this.#cancel();
    this.#call.fail(new UpstreamFault('timeout'));
  }

  #cancel(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#controller?.abort(new Error('the answer is not wanted any longer'));
  }

  #finish(): void {
    this.#isOver = true;
    this.#call.idleTimeouts.forget(this);
  }
}

/** The connection had served an earlier call and ended when it was used again, so that the upstream never saw this one. */
function diedIdle(error: Error): boolean {
  if (UpstreamFault.from(error).kind !== 'reset') return false;
  const { bytesRead, socket } = error as { bytesRead?: number; socket?: { bytesRead?: number } };
  return (bytesRead ?? socket?.bytesRead ?? 0) > 0;
}

function textsOf(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  return Array.isArray(raw) ? raw.map((text) => (typeof text === 'string' ? text : text.toString('latin1'))) : [];
}
