import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startUpstream } from '#tests/support/start-upstream.ts';

async function start(env: Record<string, string>) {
  const upstream = await startUpstream({ env });
  onTestFinished(() => upstream.close());
  const folder = join(dirname(upstream.databaseUrl.slice('sqlite:'.length)), 'outbox');
  const page = (path: string, headers: Record<string, string> = {}) => fetch(upstream.url + path, { headers });
  /** Signs somebody up, and answers the name of the file with the mail to them. */
  async function signUp(): Promise<string> {
    await upstream.signUp();
    // The file has another name while it is written.
    const find = async () => (await readdir(folder).catch(() => [])).find((name) => name.endsWith('.eml'));
    await expect.poll(find).toBeDefined();
    return (await find()) ?? '';
  }
  return { upstream, folder, page, signUp };
}

// An empty MAIL_URL counts as unset.
it('outside production, without MAIL_URL, mails are files that only their owner reads, with the link in the log', async () => {
  const { upstream, folder, signUp } = await start({ MAIL_URL: '' });
  const name = await signUp();
  expect(name).toMatch(/^20.+Z-verify-[0-9a-f]{24}\.eml$/);
  const source = await readFile(join(folder, name), 'utf8');
  expect(source).toMatch(/^To: person1@mail\.test/m);
  const [link] = /http:\/\/localhost:3000\/verify#[\w-]{43}/.exec(source) ?? [];
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const told = upstream.logLines.map((each) => JSON.parse(each).msg).filter((msg) => msg?.startsWith('mail:'));
  expect(told).toEqual([`mail: Confirm your email address: ${link}`]);
});

it('the preview lists and shows the mail files, to a browser on this machine alone', async () => {
  const { page, signUp } = await start({ MAIL_URL: '' });
  expect(await (await page('/outbox')).text()).toContain('There are none yet.');
  const name = await signUp();
  const html = name.replace('.eml', '.html');
  expect(await (await page('/outbox')).text()).toContain(`/outbox/${html}`);
  const shown = await page(`/outbox/${html}`);
  expect(shown.headers.get('content-type')).toMatch(/^text\/html/);
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect(await shown.text()).toContain('Hello Person1,');
  expect((await page(`/outbox/${name}`)).headers.get('content-type')).toMatch(/^text\/plain/);
  for (const path of ['/outbox', `/outbox/${html}`])
    expect((await page(path, { 'x-forwarded-for': '127.0.0.1' })).status, 'through a proxy').toBe(404);
  expect((await page('/outbox/..%2Ftest.db')).status).toBe(404);
});

it.each([
  ['production without MAIL_URL', { NODE_ENV: 'production', MAIL_URL: '' }],
  ['production without PUBLIC_URL', { NODE_ENV: 'production', MAIL_URL: 'smtp://127.0.0.1' }],
  ['MAIL_URL=none', { MAIL_URL: 'none' }],
])('%s: nothing is stored or sent, and there is no preview', async (_title, env) => {
  const { upstream, page } = await start(env);
  expect((await page('/outbox')).status).toBe(404);
  await upstream.signUp();
  expect(await upstream.db.selectFrom('jobs').select('key').where('kind', '=', 'mail').execute()).toEqual([]);
});
