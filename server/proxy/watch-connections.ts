import type http from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { readAnswerBeforeError } from './answer-before-error.ts';
import type { Circuit } from './circuit.ts';
import { UpstreamFault } from './upstream-fault.ts';

export interface ConnectionRules {
  readonly circuit: Circuit;
  /** How long a connection to the upstream may take to open, in milliseconds. */
  readonly connectMs: number;
}

/** Linux asks an idle peer after this time, and then ten times, a second apart: a machine that is gone is noticed in 15 s. */
const keepAliveMs = 5000;

/**
 * Ends connections of the agent that take too long to open, and tells the circuit which ones open. A host that drops
 * packets counts as unreachable, like one that refuses them. A connection whose client leaves meanwhile counts for nothing.
 */
export function watchConnections<Made extends http.Agent>(agent: Made, rules: ConnectionRules): Made {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    if (socket != null) {
      (socket as Socket).setKeepAlive(true, keepAliveMs);
      watch(socket as Socket, rules);
      readAnswerBeforeError(socket as Socket);
    }
    return socket;
  };
  return agent;
}

function watch(socket: Socket, { circuit, connectMs }: ConnectionRules): void {
  let isOpening = true;
  const giveUp = (): void => {
    if (isOpening) socket.destroy(new UpstreamFault('timeout'));
  };
  // Node reads the network between a timer and an immediate: a connection that opened while the process was held up is no
  // late one.
  const timer = setTimeout(() => setImmediate(giveUp), connectMs).unref();
  const failed = (): void => circuit.failed();
  const end = (): void => {
    isOpening = false;
    clearTimeout(timer);
  };
  socket.once('error', failed).once('close', end);
  socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
    end();
    socket.off('error', failed);
    circuit.succeeded();
  });
}
