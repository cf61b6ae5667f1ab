import pino from 'pino';
import { expect, it } from 'vitest';
import { scaledPoints } from './budgets.ts';
import { createLimits } from './limits.ts';

it('a network that is refused uses up no place of the sessions of others', () => {
  const points = { ...scaledPoints(1), reads: 10, 'network-reads': 100 };
  const limits = createLimits({ points, log: pino({ level: 'silent' }), countsLogins: async () => true });
  let made = 0;
  const read = (network: string) => {
    made += 1;
    const session = `made-up-session-${made}`;
    const client = { ip: network, host: 'dot.test', network, proto: 'http', trustedPeer: false } as const;
    limits.read({ client, path: '/chats', session, sessionHash: session });
  };
  // A counter has 50,000 places; those without one would share the points of one session.
  let refused = 0;
  for (let i = 0; i < 51_000; i += 1)
    try {
      read('192.0.2.1');
    } catch {
      refused += 1;
    }
  expect(refused).toBe(50_900);
  for (let i = 0; i < 20; i += 1) expect(() => read(`198.51.100.${i}`)).not.toThrow();
});
