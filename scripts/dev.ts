// `npm run dev`: the upstream, the gateway and Vite side by side, each restarted when its files change.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { concurrently } from 'concurrently';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readDatabaseUrl } from '#platform/config/read-variables.ts';
import { secretOf } from '#platform/config/secret.ts';

const isTerminal = process.stdout.isTTY === true;
loadEnvFile();
// Under `tsx watch`, a program that finds its port taken would wait for a change of its files, and the others go on without it.
for (const port of [7777, Number(process.env.PORT || 3000), 5173]) {
  const server = createServer().listen(port);
  await once(server, 'listening').catch(() => {
    process.stderr.write(`Port ${port} is taken. Stop what listens there, such as \`npm start\`, first.\n`);
    process.exit(1);
  });
  server.close();
}
const env = {
  // The gateway and the upstream, which do not start each other here, need the same.
  SECRET: secretOf(process.env.SECRET || undefined, readDatabaseUrl(process.env)),
  ...(isTerminal && { FORCE_COLOR: '1' }),
};
// npm's shell dies of a signal without passing it on.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 1000).unref();
const { result } = concurrently(
  [
    {
      name: 'upstream',
      command: 'tsx watch upstream/main.ts | pino-pretty --singleLine',
      env: { ...env, UPSTREAM_PORT: '7777' },
    },
    {
      name: 'gateway',
      command: 'tsx watch server/main.ts | pino-pretty --singleLine',
      env: { ...env, UPSTREAM_URL: 'http://127.0.0.1:7777' },
    },
    { name: 'client', command: 'vite', env },
  ],
  { killOthersOn: ['failure', 'success'], prefixColors: 'auto' },
);
// The message of each program that failed is in the output; Ctrl-C ends all three and is no failure.
await result.catch(() => {
  process.exitCode = 1;
});
