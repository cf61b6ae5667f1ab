// `npm run dev`: the upstream, the gateway and Vite side by side, each restarted when its files change.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { concurrently } from 'concurrently';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readDatabaseUrl } from '#platform/config/read-variables.ts';
import { secretOf } from '#platform/config/secret.ts';

const page = 'dist/client/index.html';

// The gateway does not start without a page. A production build would take longer than the whole start, so that a
// checkout without one gets a page that leads to Vite. `npm start` replaces it with the built client.
if (!existsSync(page)) {
  mkdirSync('dist/client', { recursive: true });
  writeFileSync(
    page,
    '<!doctype html><title>DotCode</title><head></head><p>The client is not built. <a href="http://localhost:5173">Open the development server</a>.</p>\n',
  );
}

const isTerminal = process.stdout.isTTY === true;
loadEnvFile();
const env = {
  // The gateway and the upstream, which do not start each other here, need the same.
  SECRET: secretOf(process.env.SECRET || undefined, readDatabaseUrl(process.env)),
  ...(isTerminal && { FORCE_COLOR: '1' }),
};
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
