import { once } from 'node:events';
import { connect } from 'node:net';

const services = [
  { name: 'PostgreSQL', port: 5432, debian: 'postgresql' },
  { name: 'Redis', port: 6379, debian: 'redis-server' },
];

/** A sentence for each service that does not answer: its tests are skipped, or fail where CI is set. */
export async function missingServices(inCi: boolean): Promise<string[]> {
  const missing: string[] = [];
  for (const { name, port, debian } of services) {
    const socket = connect(port, '127.0.0.1');
    const answers = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (answers) continue;
    const consequence = inCi ? 'its tests will fail: CI needs it' : 'its tests are skipped';
    missing.push(
      `No ${name} on 127.0.0.1:${port}: ${consequence}. To run them: apt-get install ${debian}, and start it.`,
    );
  }
  return missing;
}
