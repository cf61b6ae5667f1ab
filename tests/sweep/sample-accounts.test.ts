import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { demoAccount } from '#shared/account/demo-account.ts';
import { startUpstreamProcess } from '#tests/support/start-product.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { createTestDatabase, describeOnEachDatabase } from '#tests/support/test-database.ts';
import { fillDemo } from '#upstream/demo/fill-demo.ts';

const script = fileURLToPath(new URL('../../scripts/admin.ts', import.meta.url));

/** Production with PostgreSQL needs one, the same at each start. */
const secret = 's'.repeat(32);

await describeOnEachDatabase('a database with sample accounts', (engine) => {
  it('lets nobody sign in to them in production, says so at start, and is rid of them with one command', async () => {
    const database = await createTestDatabase(engine);
    const development = await startUpstream({ databaseUrl: database.url, env: { SECRET: secret } });
    await fillDemo(development.connection);
    const robin = development.client();
    expect((await robin.post('/login', demoAccount)).status).toBe(200);
    const person = await development.signUp();
    const sample = (await robin.get('/profile/view')).body._id;
    await robin.post(`/request/interested/${person.id}`);

    const env = { DATABASE_URL: database.url, NODE_ENV: 'production', SECRET: secret };
    const production = await startUpstreamProcess(env);
    const url = `http://127.0.0.1:${production.port}`;
    const refused = await new TestClient(url).post('/login', demoAccount);
    const unknown = await new TestClient(url).post('/login', { ...demoAccount, emailId: 'nobody@example.com' });
    expect(refused.status).toBe(401);
    expect({ ...refused.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect((await robin.copy(url).get('/profile/view')).status).toBe(401);
    expect((await person.client.copy(url).get('/profile/view')).status).toBe(200);
    expect(production.stdout()).toMatch(/"accounts":\d+,.*sample accounts.*npm run admin -- remove-samples/);

    const remove = () =>
      promisify(execFile)(process.execPath, [script, 'remove-samples'], {
        env: { PATH: process.env.PATH, DATABASE_URL: database.url },
      });
    expect((await remove()).stdout).toMatch(/^\d+ sample accounts are removed\.\n$/);
    expect((await remove()).stdout).toBe('There are no sample accounts.\n');
    const left = await person.client.copy(url).get(`/profile/${sample}`);
    expect(left.status).toBe(404);
    expect((await person.client.copy(url).get('/user/request/received')).body.data).toEqual([]);
    const users = await development.db.selectFrom('users').select('id').execute();
    expect(users).toEqual([{ id: person.id }]);
    for (const table of ['media', 'media_files', 'media_owners', 'notifications', 'conversations', 'messages'] as const)
      expect(await development.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    await production.end();

    const again = await startUpstreamProcess(env);
    expect(again.stdout()).not.toContain('sample accounts');
    await again.end();
    await development.close();
    await database.drop();
  });

  it('lets people sign in to them where the operator has asked for the sample network', async () => {
    const upstream = await startUpstream({ engine, env: { NODE_ENV: 'production', DEMO: 'on', SECRET: secret } });
    await fillDemo(upstream.connection);
    expect((await upstream.client().post('/login', demoAccount)).status).toBe(200);
    await upstream.close();
  });
});
