import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { processTree } from '#bench/harness/processes.ts';
import { stablePort } from '#server/embedded-upstream.ts';
import { freeze } from '#tests/support/freeze.ts';
import {
  eventually,
  isAlive,
  lastUpstreamPid,
  type Product,
  readyUrl,
  startProduct,
  upstreamPid,
} from '#tests/support/start-product.ts';

const running: Product[] = [];
const servers: http.Server[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((product) => product.end()));
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

function start(env?: Record<string, string>): Product {
  const product = startProduct(env);
  running.push(product);
  return product;
}

/** Once it is a program of its own: its parent waits for a child that is held between its birth and that. */
function upstreamIn(product: Product): number | undefined {
  return processTree(product.pid).find((pid) => commandOf(pid).includes('/upstream/main'));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

describe('a normal start', () => {
  it('warns of nothing, also where a balancer asks whether it is ready before the upstream listens', async () => {
    const port = String(await stablePort());
    const product = start({ PORT: port });
    const status = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status;
    // Held before it listens, because on a quick machine nobody could ask before.
    await eventually(() => upstreamIn(product) !== undefined);
    const goOn = freeze(upstreamIn(product) ?? 0);
    await eventually(async () => (await status()) === 503).finally(goOn);
    await eventually(async () => (await status()) === 200);
    await readyUrl(product);
    const warnings = product
      .stdout()
      .split('\n')
      .filter((line) => /"level":[456]0/.test(line));
    expect([warnings, product.stderr()]).toEqual([[], '']);
  });
});

describe('a signal', () => {
  it('may come twice at once, as npm sends Ctrl-C, and still ends the product in order', async () => {
    const product = start();
    const url = await readyUrl(product);
    product.child.kill('SIGINT');
    product.child.kill('SIGINT');
    expect(await product.exited).toEqual({ status: 0, signal: null });
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe('npm start', () => {
  it('ends when the shell between npm and the gateway is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dotcode-shell-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const shell = join(folder, 'shell.mjs');
    writeFileSync(
      shell,
      `import { spawn } from 'node:child_process';
       const args = [${JSON.stringify(resolve('scripts/run-pinned.mjs'))}, 'start', 'server/main.mjs'];
       spawn(process.execPath, args, { stdio: 'inherit' });`,
    );
    const product = startProduct({ npm_lifecycle_event: 'start' }, [], shell);
    running.push(product);
    const url = await readyUrl(product);
    const upstream = await upstreamPid(product);
    product.child.kill('SIGKILL');
    await eventually(() => !isAlive(upstream));
    await expect(fetch(url)).rejects.toThrow();
  });
});

it('in front of another upstream no upstream is started, and no sample account is filled in', async () => {
  const other = http.createServer((_req, res) => res.end('{"from":"elsewhere"}'));
  servers.push(other);
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const alone = start({ UPSTREAM_URL: `http://127.0.0.1:${port}`, DEMO: '' });
  const url = await readyUrl(alone);
  expect(await (await fetch(`${url}/api/anything`)).json()).toEqual({ from: 'elsewhere' });
  expect(await (await fetch(`${url}/login`)).text()).toContain('<meta name="demo" content="off">');
  expect(lastUpstreamPid(alone)).toBeUndefined();
  expect(alone.stdout()).toContain(`"upstream":"http://127.0.0.1:${port}"`);
  const said = await alone.line((text) => text.includes('the upstream is not ready yet'));
  expect(said).toContain('/health is not an upstream’s');
});

// `npm start` runs this script. Where Node can, it replaces itself by the gateway; elsewhere (Windows) it stays as
// parent.
describe.each([
  ['in place of itself', {}],
  ['as its child', { NODE_OPTIONS: '--import=data:text/javascript,delete%20process.execve' }],
])('scripts/run-pinned.mjs starts the gateway %s', (_how, env) => {
  const startByScript = (more: Record<string, string> = {}, args: string[] = []): Product => {
    const product = startProduct({ ...env, ...more }, ['start', 'server/main.mjs', ...args], 'scripts/run-pinned.mjs');
    running.push(product);
    return product;
  };

  it('with its arguments, and passes the exit code on', async () => {
    const help = startByScript({}, ['--help']);
    expect((await help.exited).status).toBe(0);
    expect(help.stdout()).toContain('SHUTDOWN_GRACE_MS');
    expect((await startByScript({ PORT: 'x' }).exited).status).toBe(1);
  });

  it('and passes signals on, upon which nothing is left', async () => {
    const product = startByScript();
    const url = await readyUrl(product);
    const upstream = await upstreamPid(product);
    product.child.kill('SIGTERM');
    expect(await product.exited).toEqual({ status: 0, signal: null });
    expect(isAlive(upstream)).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('with the variables that must be set before a process begins, unless they are set', async () => {
    const arenas = async (own: Record<string, string>) => {
      const product = startByScript(own);
      const pid = await upstreamPid(product);
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      product.child.kill('SIGTERM');
      await product.exited;
      return variables.filter((each) => each.startsWith('MALLOC_ARENA_MAX'));
    };
    expect(await arenas({})).toEqual(['MALLOC_ARENA_MAX=2']);
    expect(await arenas({ MALLOC_ARENA_MAX: '4' })).toEqual(['MALLOC_ARENA_MAX=4']);
  });
});

describe('a second signal', () => {
  it('ends what the first one waits for', async () => {
    const silent = http.createServer(() => undefined);
    servers.push(silent);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const product = start({ UPSTREAM_URL: `http://127.0.0.1:${port}`, SHUTDOWN_GRACE_MS: '60000' });
    const url = await readyUrl(product);
    const arrived = new Promise((resolve) => silent.once('request', resolve));
    const pending = fetch(`${url}/api/slow`).catch(() => 'cut');
    await arrived;
    product.child.kill('SIGTERM');
    await eventually(async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.status !== 200);
    const second = setInterval(() => product.child.kill('SIGTERM'), 100);
    expect((await product.exited).status).toBe(143);
    clearInterval(second);
    expect(await pending).toBe('cut');
    silent.closeAllConnections();
  });
});
