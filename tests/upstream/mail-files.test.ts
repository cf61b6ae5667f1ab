import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newSecret } from '#platform/config/secret.ts';
import { createTroubleLog } from '#platform/log/trouble-log.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { loadConfig } from '#upstream/config.ts';
import { type Mail, openMail } from '#upstream/mail/mail.ts';
import { createLog } from '#upstream/watch/log.ts';

/** The started upstream has a worker too, and either may send the mail. */
const secret = newSecret();
let upstream: StartedUpstream;
let mail: Mail;
let lines: string[];

const always = {
  clock: { now: Date.now, measure: async () => undefined },
  isDue: async () => true,
  onSent: async () => undefined,
};

beforeEach(async () => {
  lines = [];
  // An empty MAIL_URL counts as unset.
  upstream = await startUpstream({ env: { MAIL_URL: '', SECRET: secret } });
  const { connection, databaseUrl, db } = upstream;
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const config = loadConfig({ DATABASE_URL: databaseUrl });
  mail = openMail({
    ...{ config, db, engine: connection.engine, log, secret, now: Date.now, ...always },
    trouble: createTroubleLog(log),
  });
});
afterEach(async () => {
  await mail.close();
  await upstream.close();
});

async function queueOne(): Promise<string> {
  const letter = {
    subject: 'Please confirm',
    greeting: 'Hello Ada,',
    paragraphs: ['Press the button.'],
    button: { label: 'Confirm', url: mail.link('/verify', 'the-token') },
    notes: [],
  };
  await upstream.db
    .transaction()
    .execute((trx) => mail.queue(trx, { userId: null, to: 'ada@mail.test', kind: 'verify', letter }));
  // The file has another name while it is written.
  await expect.poll(async () => (await files()).some((name) => name.endsWith('.eml'))).toBe(true);
  return (await files()).find((name) => name.endsWith('.eml')) ?? '';
}

const folder = () => join(dirname(upstream.databaseUrl.slice('sqlite:'.length)), 'outbox');
const files = () => readdir(folder()).catch(() => [] as string[]);
const page = (path: string, headers: Record<string, string> = {}) => fetch(upstream.url + path, { headers });

it('outside production, without MAIL_URL, mails are files that only their owner reads, with the link in the log', async () => {
  expect(mail.mode).toBe('files');
  const name = await queueOne();
  expect(name).toMatch(/^20.+Z-verify-[0-9a-f]{24}\.eml$/);
  const source = await readFile(join(folder(), name), 'utf8');
  expect(source).toMatch(/^To: ada@mail\.test/m);
  expect(source).toContain('http://localhost:3000/verify#the-token');
  expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600);
  expect((await stat(folder())).mode & 0o777).toBe(0o700);
  const line = [...lines, ...upstream.logLines]
    .map((each) => JSON.parse(each))
    .find(({ msg }) => msg?.startsWith('mail:'));
  expect(line.msg).toBe('mail: Please confirm: http://localhost:3000/verify#the-token');
  expect(lines.join()).not.toContain('ada@');
});

it('the preview lists and shows the mail files, to a browser on this machine alone', async () => {
  expect(await (await page('/outbox')).text()).toContain('There are none yet.');
  const name = await queueOne();
  const html = name.replace('.eml', '.html');
  expect(await (await page('/outbox')).text()).toContain(`/outbox/${html}`);
  const shown = await page(`/outbox/${html}`);
  expect(shown.headers.get('content-type')).toMatch(/^text\/html/);
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect(await shown.text()).toContain('Press the button.');
  expect((await page(`/outbox/${name}`)).headers.get('content-type')).toMatch(/^text\/plain/);
  for (const path of ['/outbox', `/outbox/${html}`])
    expect((await page(path, { 'x-forwarded-for': '127.0.0.1' })).status, 'through a proxy').toBe(404);
  expect((await page('/outbox/..%2Ftest.db')).status).toBe(404);
});

it.each([
  ['production without MAIL_URL', { NODE_ENV: 'production' }],
  ['production without PUBLIC_URL', { NODE_ENV: 'production', MAIL_URL: 'smtp://127.0.0.1' }],
  ['MAIL_URL=none', { MAIL_URL: 'none' }],
])('%s: nothing is stored or sent, and there is no preview', async (_title, env) => {
  const other = await startUpstream({ env });
  try {
    expect((await fetch(`${other.url}/outbox`)).status).toBe(404);
    const config = loadConfig({ DATABASE_URL: other.databaseUrl, ...env });
    const log = createLog('silent', { write: () => undefined });
    const none = openMail({
      ...{ config, db: other.db, engine: other.engine, log, secret: '', now: Date.now, ...always },
      trouble: createTroubleLog(log),
    });
    expect(none.mode).toBe('none');
    const letter = { subject: '', greeting: '', paragraphs: [], notes: [] };
    await other.db.transaction().execute((trx) => none.queue(trx, { userId: null, to: '', kind: 'test', letter }));
    expect(await other.db.selectFrom('jobs').select('key').where('kind', '=', 'mail').execute()).toEqual([]);
    await none.close();
  } finally {
    await other.close();
  }
});
