import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { productVersion } from '#platform/config/product-version.ts';
import { startProduct } from '#tests/support/start-product.ts';

const [gateway, upstream] = ['server/main.mjs', 'upstream/main.mjs'] as const;
const version = new RegExp(`^DotCode ${productVersion.replaceAll('.', '\\.')}\n$`);
const nothing = /^$/;

// A listener of our own, for starts that find their port taken.
const taken = createServer();
beforeAll(() => new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve)));
afterAll(() => void taken.close());

it.each<[string, Record<string, string>, string[], status: number, stdout: RegExp, stderr: RegExp]>([
  [gateway, { PORT: 'not read' }, ['--help'], 0, /UPSTREAM_HOST.*ALLOWED_ORIGINS.*SHUTDOWN_GRACE_MS/s, nothing],
  [
    upstream,
    { UPSTREAM_PORT: 'not read' },
    ['--help'],
    0,
    /^(?!.*\n {2}METRICS_PORT ).*\n {2}UPSTREAM_HOST /s,
    nothing,
  ],
  [gateway, { PORT: 'not read' }, ['--version'], 0, version, nothing],
  [upstream, { UPSTREAM_PORT: 'not read' }, ['--version'], 0, version, nothing],
  [gateway, {}, ['--prot', '80'], 1, nothing, /^Unknown option '--prot'\. Settings are environment variables: .*\n$/],
  [upstream, {}, ['--prot', '80'], 1, nothing, /^Unknown option '--prot'\. .*\n$/],
  [
    gateway,
    { PORT: 'TAKEN' },
    [],
    1,
    /^/,
    /^Port \d+ on 127\.0\.0\.1 is taken: stop the other program, or choose .*\.\n$/,
  ],
  [upstream, { UPSTREAM_PORT: 'TAKEN' }, [], 1, /^/, /^Port \d+ on 127\.0\.0\.1 is taken: .*\.\n$/],
  [gateway, { HOST: '203.0.113.1' }, [], 1, /^/, /^HOST 203\.0\.113\.1 is not an address of this machine\.\n$/],
  [
    gateway,
    { DATABASE_URL: 'sqlite:/dev/null/a/b.db' },
    [],
    1,
    /^/,
    /problem: the data folder \/dev\/null\/a cannot be written .*\n$/,
  ],
  [
    upstream,
    { DATABASE_URL: 'sqlite:/dev/null/a/b.db' },
    [],
    1,
    /^/,
    /problem: the data folder \/dev\/null\/a cannot be written .*\n$/,
  ],
  [
    upstream,
    { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    [],
    1,
    /^/,
    /^The PostgreSQL server of DATABASE_URL does not answer: .*\.\n$/,
  ],
  [
    upstream,
    { DATABASE_URL: 'mysql://x', UPSTREAM_PORT: 'x', TRUST_PROXY: 'all' },
    [],
    1,
    nothing,
    /^The configuration has 3 problems:\n.* UPSTREAM_PORT .*\n.* DATABASE_URL .*\n.* TRUST_PROXY .*\n$/,
  ],
])(
  '%s with %o and %o ends with %i, and a sentence without a stack',
  async (main, env, args, status, stdout, stderr) => {
    const { port } = taken.address() as { port: number };
    const texts = Object.entries(env).map(([name, text]) => [name, text === 'TAKEN' ? String(port) : text]);
    const product = startProduct(Object.fromEntries(texts), args, main);
    onTestFinished(product.end);
    expect(await product.exited).toEqual({ status, signal: null });
    expect(product.stdout()).toMatch(stdout);
    expect(product.stderr()).toMatch(stderr);
  },
);
