import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readVariables } from '#platform/config/read-variables.ts';
import { variableRows } from '#platform/config/variables.ts';
import { stablePort } from '#server/process/stable-port.ts';
import { skipFor } from '#tests/support/lacks.ts';
import { accepts, type OwnServer, startOwnPostgres } from '#tests/support/own-servers.ts';
import { eventually, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';

// There is no Docker engine in these tests, so what it would do is done here: compose.yaml is parsed and interpolated,
// and each service runs as a process with the environment, the command and the health check of the file. Only names of
// the private network and fixed ports are replaced.
const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).optional(),
});
const compose = z.object({
  services: z.record(
    z.enum(['front', 'gateway-1', 'gateway-2', 'upstream', 'postgres', 'backup', 'valkey', 'prometheus', 'grafana']),
    service,
  ),
  volumes: z.record(z.string(), z.null()),
});

type Settings = Readonly<Record<string, string>>;

/** Replaces `${NAME:-default}` and `${NAME:?complaint}` as Compose does; the values are not searched for variables again. */
function interpolate(text: string, settings: Settings): string {
  return text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = settings[name] ?? '';
    if (value !== '') return value;
    if (kind === '?') throw new Error(`required variable ${name} is missing a value: ${rest}`);
    return rest;
  });
}

function load(settings: Settings) {
  const document: unknown = parse(readFileSync('compose.yaml', 'utf8'), {
    merge: true,
    reviver: (_, value: unknown) => (typeof value === 'string' ? interpolate(value, settings) : value),
  });
  return compose.parse(document);
}

/** The characters that end a part of a URL, a quotation, or a word of a shell. */
const password = `p@ss:w/o?r#d%41 $HOME "quoted" 'too' \\ & é`;
const mail = {
  DOTCODE_NAME: 'dotcode.example',
  DOTCODE_MAIL_URL: 'smtp://dotcode:secret@smtp.relay.example:587',
  DOTCODE_MAIL_FROM: 'DotCode <no-reply@dotcode.example>',
  DOTCODE_CONTACT: 'mailto:privacy@dotcode.example',
};
const required = { DOTCODE_DB_PASSWORD: password, DOTCODE_SECRET: 'a'.repeat(64) };

function environmentOf(name: keyof ReturnType<typeof load>['services'], settings: Settings = required): Settings {
  const { environment = {} } = load(settings).services[name];
  return Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value)]));
}

describe('compose.yaml', () => {
  it('refuses to start without a password and a secret', () => {
    expect(() => load({ DOTCODE_SECRET: 'x' })).toThrow('DOTCODE_DB_PASSWORD');
    expect(() => load({ DOTCODE_DB_PASSWORD: 'x' })).toThrow('DOTCODE_SECRET');
  });

  it.each(['gateway', 'upstream'] as const)(
    'sets up the %s without a problem, by variables that it reads',
    (program) => {
      const environment = environmentOf(serviceOf[program], { ...required, ...mail });
      const { problems } = readVariables(program, environment);
      expect(problems).toEqual([]);
      const unread = Object.keys(environment).filter((name) => !namesReadBy(program).includes(name));
      expect(unread).toEqual([]);
    },
  );

  it('publishes the TLS front alone, on loopback unless told otherwise', () => {
    const portsOf = (settings: Settings) =>
      Object.entries(load({ ...required, ...settings }).services).flatMap(([name, { ports = [] }]) =>
        ports.map((port) => `${name} ${port}`),
      );
    expect(portsOf({}).filter((port) => port.startsWith('front'))).toEqual([
      'front 127.0.0.1:80:80',
      'front 127.0.0.1:443:443',
    ]);
    // Of the monitoring profile, whose programs have no login of their own.
    const monitoring = ['prometheus 127.0.0.1:9090:9090', 'grafana 127.0.0.1:3001:3000'];
    expect(portsOf({ DOTCODE_BIND: '0.0.0.0' })).toEqual([
      'front 0.0.0.0:80:80',
      'front 0.0.0.0:443:443',
      ...monitoring,
    ]);
  });

  it('runs the same gateway twice, with mail, the public address and the contact in both programs', () => {
    const { services } = load({ ...required, ...mail });
    const { build: _, ...first } = services['gateway-1'] as Record<string, unknown>;
    expect(services['gateway-2']).toEqual(first);
    expect(environmentOf('front', { ...required, ...mail }).DOTCODE_GATEWAYS).toBe('gateway-1:3000 gateway-2:3000');
    for (const name of ['gateway-1', 'gateway-2', 'upstream'] as const)
      expect(environmentOf(name, { ...required, ...mail })).toMatchObject({
        PUBLIC_URL: 'https://dotcode.example',
        MAIL_URL: mail.DOTCODE_MAIL_URL,
        CONTACT: mail.DOTCODE_CONTACT,
      });
  });

  it('takes every setting that deploy/compose.env.example names, and no other', () => {
    const names = (file: string, pattern: RegExp) =>
      [...new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name))].sort();
    const asked = names('compose.yaml', /\$\{(\w+):/g);
    expect(names('deploy/compose.env.example', /^(\w+)=/gm)).toEqual(asked);
  });

  it('names only services with a health check, volumes and addresses that are in it', () => {
    const { services, volumes } = load(required);
    for (const [name, { depends_on = {}, environment = {}, volumes: mounts = [] }] of Object.entries(services)) {
      for (const other of Object.keys(depends_on))
        expect(services[other as 'front']?.healthcheck, `${name} waits for ${other}`).toBeDefined();
      for (const mount of mounts.filter((text) => !text.startsWith('.')))
        expect(Object.keys(volumes)).toContain(mount.split(':')[0]);
      for (const value of Object.values(environment).map(String)) {
        const host = /^(?:\w+:\/\/)?(?:\w+@)?([a-z][a-z0-9-]*):\d+/.exec(value)?.[1];
        if (host !== undefined) expect(Object.keys(services), `${name}: ${value}`).toContain(host);
      }
    }
  });
});

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

describe('the services of compose.yaml, as processes', () => {
  it('reach each other with a password of any characters, and are healthy by their own checks', async (context) => {
    const missing = ['caddy', 'redis-server'].filter((name) => spawnSync(name, ['--version']).error !== undefined);
    const postgres = missing.length === 0 ? await startOwnPostgres() : undefined;
    if (postgres === undefined) {
      if (process.env.CI)
        throw new Error('Caddy, Redis and PostgreSQL are needed (Debian: caddy redis-server postgresql)');
      return skipFor(context, 'Caddy, Redis and PostgreSQL are needed (Debian: caddy redis-server postgresql)');
    }
    endings.push(() => postgres.end());
    const settings = { ...required, DOTCODE_NAME: 'localhost' };
    await createDatabase(postgres, environmentOf('postgres'));
    const redisPort = await startRedis(load(required).services.valkey.command ?? []);
    const local = (environment: Settings) =>
      Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [
          name,
          value.replace('postgres:5432', `127.0.0.1:${postgres.port}`).replace('valkey:6379', `127.0.0.1:${redisPort}`),
        ]),
      );

    const upstream = await startUpstreamProcess({
      ...productionOf('upstream'),
      ...local(environmentOf('upstream')),
      UPSTREAM_METRICS_PORT: String(await stablePort()),
      SHUTDOWN_DELAY_MS: '0',
    });
    endings.push(() => upstream.kill());
    expect(await isHealthy('upstream', upstream.port)).toBe(true);

    const gateway = startProduct({
      ...productionOf('gateway'),
      ...local(environmentOf('gateway-1')),
      UPSTREAM_URL: `http://127.0.0.1:${upstream.port}`,
      METRICS_PORT: String(await stablePort()),
      SHUTDOWN_DELAY_MS: '0',
      // Caddy asks from loopback here, from the private network there.
      TRUST_PROXY: `${environmentOf('gateway-1').TRUST_PROXY},loopback`,
    });
    endings.push(() => gateway.end());
    const gatewayPort = Number(new URL(await readyUrl(gateway)).port);
    expect(await isHealthy('gateway', gatewayPort)).toBe(true);

    const port = await startCaddy({
      ...environmentOf('front', settings),
      DOTCODE_GATEWAYS: `127.0.0.1:${gatewayPort}`,
    });
    const person = { firstName: 'Ada', lastName: 'Tester', emailId: 'ada@mail.test', password: 'Test#Passw0rd' };
    // Caddy's own 503 while it finds no gateway healthy: before its first check, and after one that took over 2 s.
    let signedUp = await ask(port, 'POST', '/api/signup', person);
    while (signedUp.status === 503 && !signedUp.isOfGateway) signedUp = await ask(port, 'POST', '/api/signup', person);
    expect(signedUp.status).toBe(200);
    expect(signedUp.cookies).toContainEqual(expect.stringMatching(/^__Host-token=[^;]+; .*Secure/));
  });
});

const readByProgram = { gateway: ['gateway', 'both'], upstream: ['upstream', 'both'] } as const;

/** PGPASSWORD is read by node-postgres itself. */
function namesReadBy(program: keyof typeof readByProgram): string[] {
  const names = variableRows.filter(([, { readBy }]) => readByProgram[program].some((reader) => reader === readBy));
  return [...names.map(([, { name }]) => name), ...(program === 'upstream' ? ['PGPASSWORD'] : [])];
}

/** The service that runs each program; the second gateway is the same. */
const serviceOf = { gateway: 'gateway-1', upstream: 'upstream' } as const;

/** The environment of the image, except for the address, the database and the compile cache. */
function productionOf(program: 'gateway' | 'upstream'): Settings {
  const host = program === 'gateway' ? { HOST: '127.0.0.1' } : {};
  return { NODE_ENV: 'production', DEMO: 'off', ...host };
}

/** The health check of the service, on this port, as the engine runs it. */
async function isHealthy(name: 'gateway' | 'upstream', port: number): Promise<boolean> {
  const [kind, command = '', ...args] = load(required).services[serviceOf[name]].healthcheck?.test ?? [];
  if (kind !== 'CMD' || command !== 'node') throw new Error(`an unknown health check: ${kind} ${command}`);
  const child = spawn(
    process.execPath,
    args.map((arg) => arg.replace(/:(3000|7777)\//, `:${port}/`)),
  );
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** Makes the user and the database that PostgreSQL's image makes of its variables; logins over TCP need the password. */
async function createDatabase(server: OwnServer, environment: Settings): Promise<void> {
  const { POSTGRES_USER = '', POSTGRES_DB = '', POSTGRES_PASSWORD = '' } = environment;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const [user, database] = [POSTGRES_USER, POSTGRES_DB].map(pg.escapeIdentifier);
    await client.query(`create role ${user} superuser login password ${pg.escapeLiteral(POSTGRES_PASSWORD)}`);
    await client.query(`create database ${database} owner ${user}`);
    const { rows } = await client.query<{ hba_file: string }>('show hba_file');
    writeFileSync(
      rows[0]?.hba_file ?? '',
      `host all ${POSTGRES_USER} all scram-sha-256\nhost all postgres all trust\n`,
    );
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
  const { port } = server;
  // The server reads its files again a moment later.
  await eventually(async () => {
    const stranger = new pg.Client({ host: '127.0.0.1', port, user: POSTGRES_USER, database: POSTGRES_DB });
    const refused = await stranger.connect().then(
      () => '',
      (error: Error) => error.message,
    );
    await stranger.end();
    return refused.includes('password');
  });
}

/** The service's own command, with Redis in the place of Valkey. */
async function startRedis([, ...flags]: readonly string[]): Promise<number> {
  const port = await stablePort();
  const log = run('redis-server', ['--port', String(port), '--bind', '127.0.0.1', ...flags], {});
  await eventually(() => {
    log();
    return accepts(port);
  });
  return port;
}

/** The Caddyfile as it is mounted, with the service's environment; its ports are given by a file that imports it. */
async function startCaddy(environment: Settings): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-caddy-'));
  endings.push(() => rmSync(folder, { recursive: true }));
  const port = await stablePort();
  const options = [
    'admin off',
    'skip_install_trust',
    `storage file_system ${folder}`,
    `http_port ${await stablePort()}`,
    `https_port ${port}`,
  ];
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n${options.join('\n')}\n}\nimport ${join(process.cwd(), 'deploy/caddy/Caddyfile')}\n`);
  const places = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const log = run('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { ...places, ...environment });
  // Caddy listens before it has a certificate, and ends connections with a TLS alert until then.
  await eventually(() => log().includes('"certificate obtained successfully"'));
  await eventually(() => accepts(port));
  return port;
}

/** Returns a function that gives the log so far, and throws where the program has ended. */
function run(command: string, args: string[], env: Settings): () => string {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  endings.push(async () => {
    if (!hasEnded()) child.kill('SIGTERM');
    await ended;
  });
  return () => {
    if (hasEnded()) throw new Error(`${command} ended with ${child.exitCode ?? child.signalCode}: ${log}`);
    return log;
  };
}

interface Reply {
  status: number;
  cookies: string[];
  /** Whether the gateway has answered, and not the TLS front by itself. */
  isOfGateway: boolean;
}

function ask(port: number, method: string, path: string, body?: object): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      { host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false, agent: false, method, path },
      (response) => {
        response.resume();
        resolve({
          status: response.statusCode ?? 0,
          cookies: response.headers['set-cookie'] ?? [],
          isOfGateway: response.headers['x-request-id'] !== undefined,
        });
      },
    );
    request.once('error', reject);
    request.setHeader('Host', 'localhost');
    if (body !== undefined) request.setHeader('Content-Type', 'application/json');
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
