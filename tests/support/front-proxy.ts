import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stablePort } from '#server/process/stable-port.ts';
import { accepts } from './own-servers.ts';
import { eventually } from './start-product.ts';
import { tlsIdentity } from './tls-identity.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One of the proxies that deploy/ has an example for, running that example. */
export interface FrontProxy {
  httpPort: number;
  httpsPort: number;
  end(): Promise<void>;
}

export const frontProxies = ['nginx', 'caddy', 'haproxy'] as const;
export type FrontProxyName = (typeof frontProxies)[number];

interface Place {
  folder: string;
  httpPort: number;
  httpsPort: number;
  gateways: readonly number[];
}

interface Recipe {
  /** The example, with this place's ports, names and certificate. */
  configure(example: string, place: Place): string;
  example: string;
  /** The arguments that check a configuration, and those that run it. */
  check(file: string): string[];
  run(file: string): string[];
}

const recipes: Readonly<Record<FrontProxyName, Recipe>> = {
  nginx: {
    example: 'deploy/nginx/dotcode.conf',
    configure(example, { folder, httpPort, httpsPort, gateways }) {
      const servers = gateways.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');
      const site = example
        .replace('server 127.0.0.1:3000 max_fails=0;', servers)
        .replace(/listen \[::\].*/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${httpPort};`)
        .replace('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
        .replace(/\/etc\/letsencrypt\/\S+fullchain\.pem/, join(folder, 'cert.pem'))
        .replace(/\/etc\/letsencrypt\/\S+privkey\.pem/, join(folder, 'key.pem'));
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      );
      return `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}
        http { access_log off; ${temporary.join(' ')} ${site} }`;
    },
    check: (file) => ['-t', '-q', '-c', file],
    run: (file) => ['-c', file],
  },
  caddy: {
    example: 'deploy/caddy/Caddyfile',
    configure: (example, { folder, httpPort, httpsPort, gateways }) =>
      // The certificate is given, and the machine's own Caddy, its files and its admin port are left alone.
      `{
        admin off
        http_port ${httpPort}
        https_port ${httpsPort}
        storage file_system ${folder}
        skip_install_trust
      }
      ${example
        .replace(
          '{$DOTCODE_NAME:dotcode.example} {',
          `https://127.0.0.1:${httpsPort} {\n bind 127.0.0.1\n tls ${folder}/cert.pem ${folder}/key.pem`,
        )
        .replace('{$DOTCODE_GATEWAYS:127.0.0.1:3000}', gateways.map((port) => `127.0.0.1:${port}`).join(' '))}`,
    check: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
    run: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  haproxy: {
    example: 'deploy/haproxy/haproxy.cfg',
    configure: (example, { folder, httpPort, httpsPort, gateways }) =>
      example
        .replace('bind :80', `bind 127.0.0.1:${httpPort}`)
        .replace('bind :443', `bind 127.0.0.1:${httpsPort}`)
        .replace('/etc/haproxy/dotcode.pem', join(folder, 'both.pem'))
        .replace('127.0.0.1:3000', `127.0.0.1:${gateways[0]}`)
        .replace('127.0.0.1:3001', `127.0.0.1:${gateways[1] ?? gateways[0]}`),
    check: (file) => ['-c', '-q', '-f', file],
    run: (file) => ['-db', '-q', '-f', file],
  },
};

/** Undefined where the program is not installed; throws with its complaint when it refuses the example. */
export async function startFrontProxy(
  name: FrontProxyName,
  gateways: readonly number[],
): Promise<FrontProxy | undefined> {
  const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
  const { example, configure, check, run } = recipes[name];
  const folder = mkdtempSync(join(tmpdir(), `dotcode-${name}-`));
  const env = { PATH: path, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const place = { folder, httpPort: await stablePort(), httpsPort: await stablePort(), gateways };
  writeFileSync(join(folder, 'cert.pem'), tlsIdentity.cert);
  writeFileSync(join(folder, 'key.pem'), tlsIdentity.key);
  writeFileSync(join(folder, 'both.pem'), `${tlsIdentity.cert}\n${tlsIdentity.key}\n`);
  const file = join(folder, 'config');
  writeFileSync(file, configure(readFileSync(join(root, example), 'utf8'), place));
  const checked = spawnSync(name, check(file), { env, encoding: 'utf8' });
  const end = async (child?: ChildProcess) => {
    if (child?.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  if (checked.error) {
    await end();
    return undefined;
  }
  if (checked.status !== 0) {
    await end();
    throw new Error(`${name} refuses ${example}: ${checked.stderr}`);
  }
  const child = spawn(name, run(file), { env, stdio: 'ignore' });
  try {
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`${name} did not start.`);
      return accepts(place.httpsPort);
    });
  } catch (error) {
    await end(child);
    throw error;
  }
  return { httpPort: place.httpPort, httpsPort: place.httpsPort, end: () => end(child) };
}
