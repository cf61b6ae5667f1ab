import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '#server/gateway-process.ts';

const program = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** The gateway in a process of its own, so that what drives the load does not share its event loop. */
export async function startGatewayProcess(upstreamUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: String(port),
      UPSTREAM_URL: upstreamUrl,
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '10000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}/api/health`))) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
