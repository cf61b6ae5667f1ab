import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startOwnPgBouncer, startOwnPostgres } from '#tests/support/own-servers.ts';
import { type Drill, Promises } from './drill.ts';
import { withOwnServer } from './with-product.ts';

export const pgBouncer: Drill = {
  name: 'PgBouncer in transaction mode',
  promised:
    'The upstream’s whole test suite passes through a PgBouncer that gives each transaction another connection.',
  isLong: true,
  run: (size) =>
    withOwnServer(startOwnPostgres, (postgres) =>
      withOwnServer(
        () => startOwnPgBouncer(postgres),
        async ({ url }) => {
          const promises = new Promises(size);
          const { status, output } = await runSuite(url);
          promises.check(status === 0, `the suite failed: ${output.slice(-2000)}`);
          return { facts: [/Tests .*/.exec(output)?.[0] ?? 'no test ran'], broken: promises.broken };
        },
      ),
    ),
};

async function runSuite(url: string): Promise<{ status: number; output: string }> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'upstream', '-t', 'postgres', '--reporter=dot'];
  const env = { ...process.env, TEST_POSTGRES_URL: url, TEST_BEHIND_PGBOUNCER: 'yes', NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [status] = await once(child, 'close');
  return { status, output };
}
