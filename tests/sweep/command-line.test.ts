import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { productVersion } from '#platform/config/product-version.ts';
import { compileCache } from '#tests/support/compile-cache.ts';

const main = fileURLToPath(new URL('../../upstream/main.mjs', import.meta.url));

interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

function runUpstream(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...env } },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('the upstream’s own command line', () => {
  it('answers --help with the variables that the upstream reads', async () => {
    const { status, stdout } = await runUpstream(['--help'], { UPSTREAM_PORT: 'not read' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}UPSTREAM_HOST /m);
    expect(stdout).not.toMatch(/^ {2}METRICS_PORT /m);
  });

  it('answers --version', async () => {
    expect(await runUpstream(['--version'])).toEqual({ status: 0, stdout: `DotCode ${productVersion}\n`, stderr: '' });
  });

  it('refuses an unknown flag', async () => {
    const { status, stdout, stderr } = await runUpstream(['--prot', '80']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Unknown option '--prot'\. .*\n$/);
  });
});
