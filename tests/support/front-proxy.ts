import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stablePort } from '#server/embedded-upstream.ts';
import { accepts } from './own-servers.ts';
import { eventually } from './start-product.ts';
import { tlsIdentity } from './tls-identity.ts';

export interface FrontProxy {
  httpPort: number;
  httpsPort: number;
  end(): Promise<void>;
}

/** Caddy with deploy/caddy/Caddyfile. Undefined where it is not installed; throws with its complaint when it refuses the file. */
export async function startCaddy(gatewayPort: number): Promise<FrontProxy | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-caddy-'));
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const [httpPort, httpsPort] = [await stablePort(), await stablePort()];
  writeFileSync(join(folder, 'cert.pem'), tlsIdentity.cert);
  writeFileSync(join(folder, 'key.pem'), tlsIdentity.key);
  const file = join(folder, 'config');
  const site = readFileSync('deploy/caddy/Caddyfile', 'utf8')
    .replace(
      '{$DOTCODE_NAME:dotcode.example} {',
      `https://127.0.0.1:${httpsPort} {\n bind 127.0.0.1\n tls ${folder}/cert.pem ${folder}/key.pem`,
    )
    .replace('{$DOTCODE_GATEWAYS:127.0.0.1:3000}', `127.0.0.1:${gatewayPort}`);
  // The certificate is given, and the machine's own Caddy, its files and its admin port are left alone.
  const options = ['admin off', `http_port ${httpPort}`, `https_port ${httpsPort}`, `storage file_system ${folder}`];
  writeFileSync(file, `{\n${[...options, 'skip_install_trust'].join('\n')}\n}\n${site}`);
  const args = ['--adapter', 'caddyfile', '--config', file];
  const checked = spawnSync('caddy', ['validate', ...args], { env, encoding: 'utf8' });
  const end = async (child?: ChildProcess) => {
    if (child?.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  if (checked.error || checked.status !== 0) {
    await end();
    if (checked.error) return undefined;
    throw new Error(`Caddy refuses deploy/caddy/Caddyfile: ${checked.stderr}`);
  }
  const child = spawn('caddy', ['run', ...args], { env, stdio: 'ignore' });
  try {
    await eventually(() => {
      if (child.exitCode !== null) throw new Error('Caddy did not start.');
      return accepts(httpsPort);
    });
  } catch (error) {
    await end(child);
    throw error;
  }
  return { httpPort, httpsPort, end: () => end(child) };
}
