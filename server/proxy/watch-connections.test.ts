import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Circuit } from './circuit.ts';
import { UpstreamFault } from './upstream-fault.ts';
import { watchConnections } from './watch-connections.ts';

const agents: http.Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

function setup(options: http.AgentOptions = {}) {
  const circuit = new Circuit({ threshold: 2, pauseMs: 60_000, longestPauseMs: 60_000 });
  const agent = watchConnections(new http.Agent(options), { circuit, connectMs: 20 });
  agents.push(agent);
  return { circuit, call: (port = 9) => http.get({ host: 'upstream.test', port, agent }) };
}

describe('connections to the upstream', () => {
  it('that do not open in time open the circuit', async () => {
    // The name is never found, so that the connection stays on its way.
    const { circuit, call } = setup({ lookup: () => undefined });
    for (let i = 0; i < 2; i += 1) {
      const [error] = await once(call(), 'error');
      expect(UpstreamFault.from(error)).toMatchObject({ kind: 'timeout', code: 'upstream_timeout' });
    }
    expect(circuit.isOpen).toBe(true);
  });

  it('that their client gives up say nothing', async () => {
    const { circuit, call } = setup({ lookup: () => undefined });
    for (let i = 0; i < 3; i += 1) {
      const request = call();
      const [socket] = await once(request, 'socket');
      request.on('error', () => undefined).destroy();
      await once(socket, 'close');
    }
    expect(circuit.isOpen).toBe(false);
  });

  const here: http.AgentOptions = {
    lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }] as never),
  };

  it('that have opened while the process was held up are not late', async () => {
    const server = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { call } = setup(here);
    const request = call((server.address() as AddressInfo).port).on('error', () => undefined);
    const [socket] = await once(request, 'socket');
    const heldUntil = performance.now() + 60;
    while (performance.now() < heldUntil);
    await once(socket, 'connect');
    request.destroy();
    server.close();
    await once(server, 'close');
  });

  it('that open close the circuit, whatever becomes of the call', async () => {
    const server = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { circuit, call } = setup(here);
    circuit.failed();
    circuit.failed();
    const request = call((server.address() as AddressInfo).port).on('error', () => undefined);
    const [socket] = await once(request, 'socket');
    await once(socket, 'connect');
    expect(circuit.isOpen).toBe(false);
    request.destroy();
    server.close();
    await once(server, 'close');
  });
});
