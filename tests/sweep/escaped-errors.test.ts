import http from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { answer, type MisbehavingUpstream, startMisbehavingUpstream } from '#tests/support/misbehaving-upstream.ts';
import { eventually, lastUpstreamPid, type Product, startProduct, upstreamPid } from '#tests/support/start-product.ts';

/**
 * For the environment of a program under test: at SIGUSR2, it and every Node process that it starts throw in a timer and
 * leave a promise rejected, with a text that may be in no log.
 */
const escapingErrors = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `process.on('SIGUSR2', () => {
      setTimeout(() => { throw new RangeError('ada@example.com in a timer'); });
      Promise.reject(new Error('ada@example.com in a promise'));
    });`,
  )}`,
};

/** The lines of the log about errors that nobody caught. */
function escapedErrors(output: string): unknown[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 60);
}

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function start(env: Record<string, string>): Promise<{ product: Product; url: string }> {
  const product = startProduct({ ...escapingErrors, SHUTDOWN_GRACE_MS: '10000', ...env });
  ended.push(product.end);
  const ready = await product.line((line) => line.includes('DotCode is ready'));
  return { product, url: (/http:[^"\s]+/.exec(ready)?.[0] ?? '').replace('localhost', '127.0.0.1') };
}

/** An upstream that answers `/slow` when it is told to. */
async function slowUpstream(): Promise<{ upstream: MisbehavingUpstream; release: () => void }> {
  const waiting: (() => void)[] = [];
  const upstream = await startMisbehavingUpstream(({ target }, socket) => {
    const reply = () => socket.write(answer());
    if (target === '/slow') waiting.push(reply);
    else reply();
  });
  ended.push(upstream.close);
  const release = () => {
    for (const reply of waiting.splice(0)) reply();
  };
  return { upstream, release };
}

/** On a connection of its own. */
function status(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
    });
    request.once('error', reject);
  });
}

describe('an error that nobody catches', () => {
  it('in the gateway is one line without its text; running calls finish, and readiness says 503', async () => {
    const { upstream, release } = await slowUpstream();
    const { product, url } = await start({ UPSTREAM_URL: upstream.url, SHUTDOWN_DELAY_MS: '60000' });
    const running = status(`${url}/api/slow`);
    await eventually(() => upstream.requests.some(({ target }) => target === '/slow'));
    process.kill(product.pid, 'SIGUSR2');
    await eventually(async () => (await status(`${url}/health/ready`)) === 503);
    expect(await status(`${url}/api/x`)).toBe(200);
    release();
    expect(await running).toBe(200);
    expect(product.child.exitCode).toBe(null);
    expect(escapedErrors(product.stdout())).toMatchObject([{ program: 'gateway', pid: product.pid }]);
    expect(product.stdout() + product.stderr()).not.toContain('ada@example.com');
  });

  it('in the gateway ends it within the drain’s bound, although a call never ends', async () => {
    const { upstream } = await slowUpstream();
    const { product, url } = await start({ UPSTREAM_URL: upstream.url, SHUTDOWN_GRACE_MS: '500' });
    const running = status(`${url}/api/slow`).catch(({ code }) => code);
    await eventually(() => upstream.requests.some(({ target }) => target === '/slow'));
    process.kill(product.pid, 'SIGUSR2');
    expect(await product.exited).toEqual({ status: 1, signal: null });
    expect(await running).toBe('ECONNRESET');
    expect(escapedErrors(product.stdout())).toHaveLength(1);
  });

  it('in the embedded upstream is one line without its text, and the gateway starts another upstream', async () => {
    const { product, url } = await start({});
    const victim = await upstreamPid(product);
    process.kill(victim, 'SIGUSR2');
    await product.line((line) => line.includes('the embedded upstream ended') && line.includes('"status":1'));
    await eventually(() => lastUpstreamPid(product) !== victim);
    await eventually(async () => (await status(`${url}/health/ready`)) === 200);
    expect(escapedErrors(product.stdout())).toMatchObject([
      { program: 'upstream', thrown: { type: expect.any(String) } },
    ]);
    expect(product.stdout() + product.stderr()).not.toContain('ada@example.com');
  });
});

describe('a log that nobody reads any more', () => {
  it('ends neither program', async () => {
    const { product, url } = await start({});
    product.child.stdout?.destroy();
    product.child.stderr?.destroy();
    // Lines are gathered for a tenth of a second before they are written.
    const until = performance.now() + 500;
    while (performance.now() < until) expect(await status(`${url}/api/capabilities`)).toBe(200);
    expect(product.child.exitCode).toBe(null);
  });
});
