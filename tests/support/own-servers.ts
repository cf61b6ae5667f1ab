import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { stablePort } from '#server/embedded-upstream.ts';
import { eventually } from './start-product.ts';
import { tlsIdentity } from './tls-identity.ts';

/** A server program of our own, in a temporary folder and on a port that was free: it may be killed. */
export interface OwnServer {
  url: string;
  port: number;
  pid: () => number;
  /** Sends SIGKILL or another signal; resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the server again with its data on the disk; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  end(): Promise<void>;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const say = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => say(true));
    socket.once('error', () => say(false));
  });
}

/** Undefined where there is no redis-server to start. */
export async function startOwnRedis(): Promise<OwnServer | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined;
  const port = await stablePort();
  return runOwn(join(tmpdir(), 'dotcode-redis-'), port, `redis://127.0.0.1:${port}`, (folder) => [
    'redis-server',
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
  ]);
}

/** Caddy with deploy/caddy/Caddyfile. Undefined where it is not installed; throws with its complaint when it refuses the file. */
export async function startCaddy(gatewayPort: number): Promise<(OwnServer & { httpPort: number }) | undefined> {
  if (spawnSync('caddy', ['version']).error) return undefined;
  const [httpPort, port] = [await stablePort(), await stablePort()];
  const file = readFileSync('deploy/caddy/Caddyfile', 'utf8').replace(
    '{$DOTCODE_GATEWAYS:127.0.0.1:3000}',
    `127.0.0.1:${gatewayPort}`,
  );
  const args = ['--adapter', 'caddyfile', '--config', 'config'];
  const server = await runOwn(
    join(tmpdir(), 'dotcode-caddy-'),
    port,
    `https://127.0.0.1:${port}`,
    () => ['caddy', 'run', ...args],
    (folder) => {
      // The certificate is given, and the machine's own Caddy, its files and its admin port are left alone.
      const options = ['admin off', `http_port ${httpPort}`, `https_port ${port}`, `storage file_system ${folder}`];
      const name = `https://127.0.0.1:${port} {\n bind 127.0.0.1\n tls ${folder}/cert ${folder}/key`;
      const site = file.replace('{$DOTCODE_NAME:dotcode.example} {', name);
      writeFileSync(join(folder, 'cert'), tlsIdentity.cert);
      writeFileSync(join(folder, 'key'), tlsIdentity.key);
      writeFileSync(join(folder, 'config'), `{\n${[...options, 'skip_install_trust'].join('\n')}\n}\n${site}`);
      const { status, stderr } = spawnSync('caddy', ['validate', ...args], { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`Caddy refuses deploy/caddy/Caddyfile: ${stderr}`);
    },
  );
  return { ...server, httpPort };
}

/** PostgreSQL refuses to run as root. */
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];

/** Undefined where PostgreSQL's programs are not installed. */
export async function startOwnPostgres(): Promise<OwnServer | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined) return undefined;
  const port = await stablePort();
  const prefix = process.getuid?.() === 0 ? asPostgres : [];
  const user = prefix.length > 0 ? idOf('postgres') : undefined;
  return runOwn(
    join(tmpdir(), 'dotcode-postgres-'),
    port,
    `postgres://postgres@127.0.0.1:${port}/postgres`,
    (folder) => [
      ...prefix,
      join(programs, 'postgres'),
      ...['-D', join(folder, 'data'), '-k', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
    ],
    (folder) => {
      if (user !== undefined) chownSync(folder, user, user);
      const [command = '', ...args] = [
        ...prefix,
        join(programs, 'initdb'),
        ...['-D', join(folder, 'data'), '--auth=trust', '--username=postgres', '--no-sync'],
      ];
      const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
    },
    acceptsLogins,
  );
}

/** PostgreSQL accepts connections while it still starts, and refuses their logins. */
async function acceptsLogins(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** The folder of PostgreSQL's programs; undefined where they are not installed. */
export function postgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

function idOf(user: string): number {
  return Number(spawnSync('id', ['-u', user], { encoding: 'utf8' }).stdout);
}

async function runOwn(
  prefix: string,
  port: number,
  url: string,
  commandIn: (folder: string) => string[],
  prepare: (folder: string) => void = () => {},
  answers: (port: number) => Promise<boolean> = accepts,
): Promise<OwnServer> {
  const folder = mkdtempSync(prefix);
  let child: ChildProcess | undefined;
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const server: OwnServer = {
    url,
    port,
    pid: () => child?.pid ?? 0,
    kill,
    async start() {
      const [command = '', ...args] = commandIn(folder);
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      child = spawn(command, args, { cwd: folder, stdio: 'ignore', env });
      const started = child;
      await eventually(() => {
        if (started.exitCode !== null) throw new Error(`${command} did not start`);
        return answers(port);
      });
    },
    async end() {
      // PostgreSQL's fast shutdown; Redis takes it, too.
      await kill('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    prepare(folder);
    await server.start();
  } catch (error) {
    await server.end();
    throw error;
  }
  return server;
}
