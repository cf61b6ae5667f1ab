import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newSecret } from '#platform/config/secret.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { type PushService, startPushService } from '#tests/support/push-service.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { startUpstreamProcess } from '#tests/support/start-product.ts';
import { type SignedUp, type StartedUpstream, startUpstream, testPassword } from '#tests/support/start-upstream.ts';
import { createMigratedDatabase, describeOnEachDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { acceptSecret } from '#upstream/features/admin/accept-secret.ts';
import { proveSecret } from '#upstream/secret/prove-secret.ts';
import { sealAnew } from '#upstream/secret/seal-anew.ts';

const [first, second, third] = [newSecret(), newSecret(), newSecret()];
const secretsOf = (secret: string, secretPrevious?: string) => ({
  secret,
  config: secretPrevious === undefined ? {} : { secretPrevious },
});

await describeOnEachDatabase('SECRET', (engine) => {
  let database: TestDatabase;
  let connection: Connection;
  let mails: MailServer;
  let pushes: PushService;
  const started: StartedUpstream[] = [];
  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    connection = await connect(database.url);
    [mails, pushes] = await Promise.all([startMailServer(), startPushService()]);
  });
  afterEach(async () => {
    for (const upstream of started.splice(0)) await upstream.close();
    for (const table of ['secret_fingerprint', 'push_keys'] as const) await connection.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await connection.close();
    await Promise.all([mails.close(), pushes.close()]);
    await database.drop();
  });

  const prove = (...secrets: Parameters<typeof secretsOf>) => proveSecret(connection.db, secretsOf(...secrets), 1);

  /** The same steps as in upstream/main.ts. */
  async function start(secret: string, secretPrevious?: string, mailUrl = mails.url): Promise<StartedUpstream> {
    await prove(secret, secretPrevious);
    await sealAnew(connection.db, secretsOf(secret, secretPrevious));
    const upstream = await startUpstream({
      databaseUrl: database.url,
      env: {
        SECRET: secret,
        ...(secretPrevious !== undefined && { SECRET_PREVIOUS: secretPrevious }),
        MAIL_URL: mailUrl,
        PUBLIC_URL: 'https://dot.test',
      },
      mail: { times: { pollMs: 20, leaseMs: 60_000 } },
      push: pushes.options,
    });
    started.push(upstream);
    return upstream;
  }

  /** Logs in on the device of `person`, without their session. */
  async function logIn(upstream: StartedUpstream, { emailId, client }: SignedUp, code: string) {
    const again = client.copy(upstream.url);
    await again.post('/logout', {});
    const reply = await again.post('/login', { emailId, password: testPassword, code });
    return { status: reply.status, client: again };
  }

  it('is kept as a fingerprint by the first start, and another one is refused and changes nothing', async () => {
    await prove(first);
    await prove(first);
    const before = await connection.db.selectFrom('secret_fingerprint').selectAll().execute();
    expect(JSON.stringify(before)).not.toContain(first);
    await expect(prove(second)).rejects.toThrow(
      /^SECRET is not the one that this database was used with.*accept-secret/,
    );
    await expect(prove(second, third)).rejects.toThrow('SECRET is not the one');
    expect(await connection.db.selectFrom('secret_fingerprint').selectAll().execute()).toEqual(before);
  });

  it('is changed over a restart: second factors, mails, push messages and devices go on, then without the one before', async () => {
    const one = await start(first, undefined, 'smtp://127.0.0.1:1');
    const ada = await one.signUp({ emailId: `rotation-${engine}@mail.test` });
    await connection.db.updateTable('users').set({ unverified_since: null }).where('id', '=', ada.id).execute();
    const { app } = await switchOnSecondFactor(ada);
    const { key } = (await ada.client.get('/push/key')).body;
    const subscribed = await ada.client.post('/push/subscription', pushes.browser('one').subscription);
    expect(subscribed.status).toBe(200);
    const waiting = () => connection.db.selectFrom('jobs').selectAll().where('kind', '=', 'mail').execute();
    expect((await waiting()).length).toBeGreaterThan(0);
    await started.pop()?.close();
    await connection.db.updateTable('jobs').set({ due_at: 0, lease_until: 0 }).where('kind', '=', 'mail').execute();

    const two = await start(second, first);
    await expect.poll(waiting).toEqual([]);
    expect(mails.received.map(({ to }) => to)).toContain(ada.emailId);
    expect((await ada.client.copy(two.url).get('/push/key')).body.key).toBe(key);
    expect(await connection.db.selectFrom('push_subscriptions').selectAll().execute()).toHaveLength(1);
    const again = await logIn(two, ada, app.code());
    expect(again.status).toBe(200);
    await started.pop()?.close();

    const three = await start(second);
    expect((await again.client.copy(three.url).get('/push/key')).body.key).toBe(key);
    const late = await logIn(three, { ...ada, client: again.client }, app.code(1));
    expect(late.status).toBe(200);
    await expect(prove(first)).rejects.toThrow('SECRET is not the one');
  });

  it('that is lost is replaced by a command, which says what that ends', async () => {
    const upstream = await start(first);
    const ada = await upstream.signUp({ emailId: 'lost@mail.test' });
    await ada.client.get('/push/key');
    const lines = await acceptSecret(connection, second, 2);
    expect(lines[0]).toMatch(/no longer get push messages/);
    await prove(second);
    await expect(prove(first)).rejects.toThrow('SECRET is not the one');
  });

  if (engine === 'postgres')
    it('is required in production, and the start says how to make one', async () => {
      const env = { DATABASE_URL: database.url, NODE_ENV: 'production' };
      await expect(startUpstreamProcess(env)).rejects.toThrow(/SECRET is not set.*openssl rand -hex 32/);
    });
});
