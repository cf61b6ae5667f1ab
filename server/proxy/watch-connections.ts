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

/**
 * Ends connections of the agent that take too long to open, and tells the circuit which ones open. A host that drops
 * packets counts as unreachable, like one that refuses them. A connection whose client leaves meanwhile counts for nothing.
 */
export function watchConnections<Made extends http.Agent>(agent: Made, rules: ConnectionRules): Made {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    if (socket != null) {
      watch(socket as Socket, rules);
      readAnswerBeforeError(socket as Socket);
    }
    return socket;
  };
  return agent;
}

function watch(socket: Socket, { circuit, connectMs }: ConnectionRules): void {
  const timer = setTimeout(() => socket.destroy(new UpstreamFault('timeout')), connectMs).unref();
  const failed = (): void => circuit.failed();
  const end = (): void => clearTimeout(timer);
  socket.once('error', failed).once('close', end);
  socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
    end();
    socket.off('error', failed);
    circuit.succeeded();
  });
}
