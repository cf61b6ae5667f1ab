import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { processTree } from '#bench/harness/processes.ts';
import { compileCache } from '#tests/support/compile-cache.ts';
import { copyOfImage } from '#tests/support/copy-of-image.ts';
import { skipFor } from '#tests/support/lacks.ts';
import { postgresPrograms, startOwnPostgres } from '#tests/support/own-servers.ts';
import { eventually } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';

// The commands of these documents are run here as they are written, in a copy of the product. Only paths, addresses and
// placeholders are replaced. A command that is in no list below fails the last test.
const documents = [
  'docs/operations.md',
  'docs/scaling.md',
  'docs/runbook.md',
  'docs/safety.md',
  'docs/tracing.md',
  'README.md',
];

/** Commands that cannot run here, or run in another test, with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci && npm run build': 'CI begins with a clean clone, installs and builds; so does the image',
  'docker build -t dotcode . && docker run -v dotcode:/data -p 127.0.0.1:3000:3000 -e TRUST_PROXY=uniquelocal dotcode':
    'needs a Docker engine; image.test.ts runs what is in the image',
  'docker buildx imagetools inspect node:24-bookworm-slim': 'needs a registry of images',
  'docker compose up -d': 'needs a Docker engine; compose.test.ts runs the services as processes',
  'DOTCODE_DB_PASSWORD=… DOTCODE_SECRET=… docker compose up --build':
    'needs a Docker engine; compose.test.ts runs the services as processes',
  'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 npm start': 'tracing.test.ts, with a collector',
  'kill -USR1 PID': 'opens the debugger of Node at a port that another test may have',
  'node inspect': 'goes on until its user leaves',
  'npm run admin -- suspend': 'runs with its arguments, which operations.md has',
  'npm run admin -- erase ada@example.com --reason "a court order"':
    'tests/upstream/admin.test.ts erases an account of its own',
  'npm run admin -- erase EMAIL --reason TEXT': 'tests/upstream/admin.test.ts erases an account of its own',
  'npm run admin -- erase ID --confirm ID --reason TEXT': 'tests/upstream/admin.test.ts erases an account of its own',
  'npm run admin -- erase ID': 'tests/upstream/admin.test.ts erases an account of its own',
  'npm run admin -- jobs retry mail': 'tests/upstream/jobs.test.ts retries dead jobs of its own',
  'npm run admin -- jobs retry KIND': 'tests/upstream/jobs.test.ts retries dead jobs of its own',
  'npm run admin -- jobs drop KIND': 'tests/upstream/jobs.test.ts drops dead jobs of its own',
  'npm run admin': 'is named without a command of its own',
  'npm run admin -- history ID': 'tests/upstream/admin.test.ts erases an account of its own',
  'npm run admin -- moderator add EMAIL': 'runs with an address, which operations.md has',
  'npm run admin -- report 01a204b73e4cfbd3ba9a64da': 'tests/upstream/reports.test.ts reads a report of its own',
  'npm run admin -- close-report 01a204b73e4cfbd3ba9a64da --outcome acted --reason "We have spoken to them."':
    'tests/upstream/reports.test.ts answers a report of its own',
  'npm start -- --selftest https://dotcode.example --behind-proxy': 'front-proxies.test.ts, behind each example proxy',
  'npm run bench': 'minutes; bench.test.ts runs its parts at a small size',
  'npm run bench -- mail': 'minutes; only its figures say something',
  'npm run bench -- cost': 'minutes; bench.test.ts runs it at a small size',
  'npm run drill': 'minutes; drills.test.ts runs most of them at a small size',
  'npm run drill -- replacement': 'minutes',
  'npm run drill -- PgBouncer': 'minutes',
  'npm run drill -- "standby takes over"': 'minutes',
  'npm run drill -- silent': 'minutes',
  'npm run drill -- versions': 'minutes',
  'npm run admin -- accept-secret': 'tests/upstream/secret.test.ts lets a database be used with another SECRET',
  'kill -9': 'ends a server of the machine; the drills do it to their own',
  'curl http://HOST:7777/health': 'the same as the one of the gateway, at the upstream',
  'docker compose --profile monitoring up': 'needs a Docker engine; monitoring.test.ts checks the configuration',
  'docker compose up -d --no-deps gateway-1': 'needs a Docker engine; rolling replacement is a drill',
  'docker compose stop upstream backup postgres': 'needs a Docker engine',
  "docker compose run --rm --no-deps --user postgres -v dotcode_restored:/restored postgres sh /backup/restore-to.sh /archive '2026-01-31 12:00:00+00' /restored/data":
    'needs a Docker engine; tests/sweep/point-in-time.test.ts runs the script',
  'npm run seed': 'tests/upstream/seed.test.ts',
  'npm run seed -- --people 10000': 'tests/upstream/seed.test.ts, with fewer people',
  'docker build -t dotcode . && docker run -p 3000:3000 -v dotcode:/data dotcode':
    'needs a Docker engine; image.test.ts runs what is in the image',
  'docker run -e DEMO=on …': 'needs a Docker engine; start.test.ts starts with DEMO',
  'npm start': 'setup.test.ts tests what it installs and builds, start.test.ts what it starts',
  'npm start -- --help': 'start.test.ts asks the program behind it for --help',
  'npm start -- --selftest https://…': 'front-proxies.test.ts, behind each example proxy',
  'npm run backup -- FILE': 'runs with a path, which operations.md has',
  'npm run restore -- FILE': 'runs with a path, which operations.md has',
  'npm run dev': 'not run: goes on until its user leaves, at fixed ports',
  'npm test': 'runs this test; CI runs it',
  'npm run check': 'npm test begins with it',
  'npm run sweep': 'CI runs it',
  'npm run unit -- run client/features/feed': 'a part of npm test',
  'npm run e2e -- tests/e2e/journeys/chat.e2e.ts': 'a part of npm test',
  'npm run fuzz': 'gateway-fuzz.test.ts, which the sweep runs',
  'npm run mutate': 'not run: takes hours',
  'npm run shots': 'not run: takes minutes, and makes pictures for people to look at',
  'npm run paint': 'not run: takes minutes; bench.test.ts runs its parts at a small size',
  'podman build': 'needs Podman',
};

/** The lines of the fenced blocks without their comments, and the commands inside sentences. */
function commandsOf(document: string): string[] {
  const fence = /^```\n([\s\S]*?)^```$/gm;
  const text = readFileSync(document, 'utf8');
  const blocks = [...text.matchAll(fence)].flatMap(([, block = '']) => block.split('\n'));
  const lines = blocks.map((line) => line.replace(/ {2,}#.*$/, '').trim()).filter((line) => line !== '');
  const spans = [...text.replace(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [
    ...lines,
    ...spans.filter((span) =>
      /^([A-Z_]+=\S+ )*(npm|node|docker|podman|openssl|curl|grep|chmod|kill|select|delete|alter role \w+ password) /.test(
        span,
      ),
    ),
  ];
}

const followed = new Set<string>();
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A folder with the product, in which the commands run as an operator's shell runs them. */
class Place {
  readonly folder = copyOfImage(['package.json', 'scripts']);
  readonly #env: Readonly<Record<string, string>>;

  constructor(env: Readonly<Record<string, string>>) {
    endings.push(() => rmSync(this.folder, { recursive: true }));
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
    this.#env = {
      HOME: this.folder,
      NODE_COMPILE_CACHE: compileCache,
      ...env,
      PATH: [env.PATH, path].filter(Boolean).join(delimiter),
    };
  }

  /** Runs a command of the documents, with parts of it replaced. */
  run(command: string, replaced: Readonly<Record<string, string>> = {}): Ran {
    return spawnSync('bash', ['-c', this.#prepare(command, replaced)], {
      cwd: this.folder,
      env: this.#env,
      encoding: 'utf8',
    });
  }

  /** Starts a command of the documents that goes on running. */
  start(command: string, replaced: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>) {
    const child = spawn('bash', ['-c', `exec env ${this.#prepare(command, replaced)}`], {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    endings.push(() => child.kill('SIGKILL'));
    return { child, output: () => output };
  }

  #prepare(command: string, replaced: Readonly<Record<string, string>>): string {
    followed.add(command);
    let text = command;
    for (const [part, by] of Object.entries(replaced)) {
      if (!text.includes(part)) throw new Error(`${command} has no ${part}`);
      text = text.replace(part, by);
    }
    return text;
  }
}

const succeeded = (stdout: unknown = expect.any(String)) => expect.objectContaining({ status: 0, stdout });

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}

const ada = { firstName: 'Ada', lastName: 'Lovelace', emailId: 'ada@example.com', password: 'Test#Passw0rd' };
const logIn = async (url: string) =>
  (await new TestClient(url).post('/api/login', { emailId: ada.emailId, password: ada.password })).status;

it('the commands of operations.md for one machine do what it says, in its order', async () => {
  const place = new Place({ PORT: '0', UPSTREAM_PORT: '0', LOG_LEVEL: 'debug' });
  const file = join(place.folder, 'var', 'dotcode.db');
  const startProduct = async () => {
    const started = place.start(
      'NODE_ENV=production DATABASE_URL=sqlite:/var/lib/dotcode/dotcode.db node server/main.mjs',
      { '/var/lib/dotcode/dotcode.db': file },
      {},
    );
    const ready = () => /"url":"http:\/\/localhost:(\d+)"[^\n]*DotCode is ready/.exec(started.output())?.[1];
    await eventually(() => ready() !== undefined);
    const url = `http://127.0.0.1:${ready()}`;
    // /health does not wait for the upstream's first answer: it would say that its state is unknown.
    await eventually(async () => (await fetch(`${url}/health/ready`)).ok);
    return { ...started, url };
  };
  expect(place.run('node server/main.mjs --help')).toEqual(succeeded(expect.stringContaining('SHUTDOWN_DELAY_MS')));
  expect(place.run('openssl rand -hex 32')).toEqual(succeeded(expect.stringMatching(/^[0-9a-f]{64}\n$/)));

  let product = await startProduct();
  expect(place.run('curl http://HOST:3000/health', { 'http://HOST:3000': product.url })).toEqual(
    succeeded(expect.stringContaining('"status":"ok"')),
  );
  expect(place.run('chmod 700 …', { '…': dirname(file) })).toEqual(succeeded());
  const client = new TestClient(product.url);
  expect((await client.post('/api/signup', ada)).status).toBe(200);
  const { headers } = await client.get('/api/profile/view');
  const id = headers.get('x-request-id') ?? '';
  const logOf = (program: 'gateway' | 'upstream') =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes('"program":"upstream"') === (program === 'upstream'))
      .join('\n');
  await eventually(() => logOf('gateway').includes(id) && logOf('upstream').includes(id));
  for (const program of ['gateway', 'upstream'] as const)
    writeFileSync(join(place.folder, `${program}.log`), logOf(program));
  const found = place.run('grep 5d0c6f7e-… gateway.log upstream.log', {
    '5d0c6f7e-…': id,
  });
  expect(found).toEqual(succeeded(expect.stringMatching(/^gateway\.log:.*\n(.*\n)*upstream\.log:/)));

  const database = { 'npm run': `DATABASE_URL=sqlite:${file} npm run` };
  expect(place.run('npm run backup -- backups/2026-01-31.db', database)).toEqual(
    succeeded(expect.stringContaining('Saved to')),
  );
  expect(place.run('npm run admin -- counts', database)).toEqual(succeeded(expect.stringMatching(/people +1\n/)));
  expect(place.run('npm run admin -- sessions ada@example.com', database)).toEqual(
    succeeded(expect.stringContaining('has 1 sessions')),
  );
  expect(place.run('npm run admin -- end-sessions ada@example.com --reason "a stolen phone"', database)).toEqual(
    succeeded(),
  );
  expect((await client.get('/api/profile/view')).status).toBe(401);
  expect(place.run('npm run admin -- suspend ada@example.com --reason "spam in chat"', database)).toEqual(succeeded());
  expect(await logIn(product.url)).toBe(403);
  expect(place.run('npm run admin -- moderator add ada@example.com', database)).toEqual(succeeded());
  expect(place.run('npm run admin -- moderator list', database)).toEqual(
    succeeded(expect.stringContaining('ada@example.com')),
  );
  expect(place.run('npm run admin -- reports', database)).toEqual(succeeded());
  expect(place.run('npm run admin -- jobs', database)).toEqual(succeeded());
  expect(place.run('npm run admin -- history ada@example.com', database)).toEqual(
    succeeded(expect.stringContaining('spam in chat')),
  );
  // Ada has none: the command says so and fails.
  const lost = place.run(
    'npm run admin -- remove-second-factor ada@example.com --reason "a lost phone, known by voice"',
    database,
  );
  expect(lost).toMatchObject({ stderr: expect.stringContaining('has no second factor') });
  const person = { ...database, EMAIL: ada.emailId, TEXT: 'again' };
  expect(place.run('npm run admin -- end-sessions EMAIL --reason TEXT', person)).toEqual(succeeded());
  expect(place.run('npm run admin -- remove-second-factor EMAIL --reason TEXT', person)).toMatchObject({
    stderr: expect.stringContaining('has no second factor'),
  });
  expect(place.run('npm run remove-samples', database)).toEqual(succeeded());
  expect(
    place.run('docker exec CONTAINER node scripts/backup.ts backup /data/backup.db', {
      'docker exec CONTAINER': `DATABASE_URL=sqlite:${file}`,
      '/data': place.folder,
    }),
  ).toEqual(succeeded());
  expect(place.run('node scripts/remove-samples.ts', { node: `DATABASE_URL=sqlite:${file} node` })).toEqual(
    succeeded(),
  );
  await stop(product.child);

  // The backup is of the time before the suspension.
  expect(place.run('npm run restore -- backups/2026-01-31.db --replace', database)).toEqual(
    succeeded(expect.stringContaining('is kept in')),
  );
  product = await startProduct();
  expect(await logIn(product.url)).toBe(200);
  await stop(product.child);
  rmSync(dirname(file), { recursive: true });
  expect(place.run('npm run restore -- backups/2026-01-31.db', database)).toEqual(succeeded());
  product = await startProduct();
  const back = new TestClient(product.url);
  expect((await back.post('/api/login', { emailId: ada.emailId, password: ada.password })).status).toBe(200);
  const sql = 'delete from sessions;';
  followed.add(sql);
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
  expect((await back.get('/api/profile/view')).status).toBe(401);

  const [, upstreamPid] = processTree(product.child.pid ?? 0);
  process.kill(upstreamPid ?? 0, 'SIGKILL');
  // A new upstream takes longer to start than a call, so that at least one call meets the gap.
  expect([502, 503]).toContain((await back.get('/api/profile/view')).status);
  await eventually(() => product.output().includes('"msg":"upstream"'));
  writeFileSync(join(place.folder, 'gateway.log'), product.output());
  const msg = `'"msg":"upstream"'`;
  expect(place.run(`grep ${msg}`, { [msg]: `${msg} gateway.log` })).toEqual(
    succeeded(expect.stringMatching(/"fault":"(unreachable|reset)"/)),
  );
  await stop(product.child);
});

it('the commands of operations.md for the containers do what it says, without the containers', async (context) => {
  const postgres = await startOwnPostgres();
  if (postgres === undefined) {
    if (process.env.CI) throw new Error('PostgreSQL is needed (Debian: postgresql)');
    return skipFor(context, 'PostgreSQL is needed (Debian: postgresql)');
  }
  endings.push(() => postgres.end());
  const server = new pg.Client({ connectionString: postgres.url });
  // The last ending stops the server under it.
  server.on('error', () => undefined);
  await server.connect();
  endings.push(() => server.end());
  await server.query('create role dotcode superuser login');
  await server.query('create database dotcode owner dotcode');
  const databaseUrl = `postgres://dotcode@127.0.0.1:${postgres.port}/dotcode`;
  const place = new Place({ PATH: postgresPrograms() ?? '', PGHOST: '127.0.0.1', PGPORT: String(postgres.port) });
  const inPostgres = { 'docker compose exec -T postgres ': '' };
  const startUpstream = async () => {
    const started = place.start(
      'docker compose start upstream',
      { 'docker compose start upstream': 'node upstream/main.mjs' },
      {
        DATABASE_URL: databaseUrl,
        UPSTREAM_PORT: '0',
        DEMO: 'off',
      },
    );
    const port = () => /"port":(\d+)[^\n]*listens/.exec(started.output())?.[1];
    await eventually(() => port() !== undefined);
    return { ...started, url: `http://127.0.0.1:${port()}` };
  };
  let upstream = await startUpstream();
  expect((await new TestClient(upstream.url).post('/signup', ada)).status).toBe(200);
  expect(
    place.run('docker compose exec upstream node scripts/admin.ts counts', {
      'docker compose exec upstream': `DATABASE_URL=${databaseUrl}`,
    }),
  ).toEqual(succeeded(expect.stringMatching(/people +1\n/)));
  const dump = 'docker compose exec -T postgres pg_dump -U dotcode --format=custom dotcode > FILE';
  expect(place.run(dump, inPostgres)).toEqual(succeeded());
  const password = `alter role dotcode password '…'`;
  followed.add(password);
  await server.query(password.replace('…', 'new'));

  const activity = 'select * from pg_stat_activity';
  followed.add(activity);
  const { rows } = await server.query<{ application_name: string }>(activity);
  expect(rows.map(({ application_name: name }) => name)).toContain('dotcode');

  followed.add('docker compose stop upstream');
  await stop(upstream.child);
  for (const command of [
    'docker compose exec -T postgres dropdb -U dotcode --maintenance-db=template1 dotcode',
    'docker compose exec -T postgres createdb -U dotcode --maintenance-db=template1 dotcode',
    'docker compose exec -T postgres pg_restore -U dotcode --no-owner --exit-on-error --single-transaction -d dotcode < FILE',
  ])
    expect(place.run(command, inPostgres), command).toEqual(succeeded());
  upstream = await startUpstream();
  const login = await new TestClient(upstream.url).post('/login', { emailId: ada.emailId, password: ada.password });
  expect(login.status).toBe(200);
  await stop(upstream.child);
});

it('every command of the documents was followed, or is run elsewhere for a reason', () => {
  const commands = documents.flatMap(commandsOf);
  expect(documents.filter((document) => commandsOf(document).length > 0)).toEqual(documents);
  expect(commands.filter((command) => !followed.has(command) && !(command in elsewhere))).toEqual([]);
  const known = [...followed, ...Object.keys(elsewhere)];
  expect(known.filter((command) => !commands.includes(command))).toEqual([]);
  const named = Object.values(elsewhere).flatMap((reason) => reason.match(/[\w/-]+\.test\.ts/g) ?? []);
  const tests = globSync('{scripts,tests}/**/*.test.ts');
  expect(named.filter((name) => !tests.some((path) => path.endsWith(`/${name}`) || path === name))).toEqual([]);
});
