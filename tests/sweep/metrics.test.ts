import { spawnSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { eventually, startUpstreamProcess } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { createTestDatabase, describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('the metrics of the upstream', (engine) => {
  it('are on a port of their own, with what an alert needs and nothing of a person', async () => {
    const database = await createTestDatabase(engine);
    onTestFinished(() => database.drop());
    const upstream = await startUpstreamProcess({
      DATABASE_URL: database.url,
      UPSTREAM_METRICS_PORT: '0',
      MAIL_URL: 'smtp://127.0.0.1:1',
      RATE_LIMIT_FACTOR: '0.1',
    });
    onTestFinished(() => upstream.end());
    await eventually(() => upstream.stdout().includes('metricsPort'));
    const [, port] = /"metricsPort":(\d+)/.exec(upstream.stdout()) ?? [];
    const client = new TestClient(`http://127.0.0.1:${upstream.port}`);
    const person = { firstName: 'Maria', lastName: 'Tester', emailId: 'maria@mail.test', password: 'Test#Passw0rd' };
    await client.post('/signup', person);
    for (let i = 0; i < 3; i++)
      await new TestClient(`http://127.0.0.1:${upstream.port}`).post('/login', {
        emailId: person.emailId,
        password: 'Wrong#Passw0rd',
      });
    const reason = ['--reason', 'spam', '--database', database.url];
    const suspended = spawnSync(process.execPath, ['scripts/admin.ts', 'suspend', person.emailId, ...reason]);
    expect([suspended.status, String(suspended.stderr)]).toEqual([0, '']);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const metric = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
    expect(text).toContain('upstream_sql_seconds_count{statement="insert users"} 1');
    expect(metric('upstream_database_bytes')).toBeGreaterThan(10_000);
    expect([metric('upstream_database_up'), metric('upstream_open_sockets'), metric('upstream_draining')]).toEqual([
      1, 0, 0,
    ]);
    expect(text).toContain('upstream_refusals_total{budget="password-account"} 2');
    // The mail of the sign-up waits, because no mail server takes it.
    const ofMails = (name: string) => metric(`${name}\\{kind="mail"\\}`);
    expect(ofMails('upstream_jobs_waiting')).toBe(1);
    expect(ofMails('upstream_jobs_oldest_seconds')).toBeGreaterThanOrEqual(0);
    expect(ofMails('upstream_jobs_dead')).toBe(0);
    expect(text).toContain('upstream_jobs_tries{kind="erasure"} 0');
    // By the command, in another process.
    expect(metric('upstream_suspended_people')).toBe(1);
    expect(metric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    if (engine === 'postgres') {
      expect(metric('upstream_pool_open')).toBeGreaterThanOrEqual(1);
      expect(metric('upstream_pool_waiting')).toBe(0);
    } else expect(text).not.toContain('upstream_pool');
    expect(text).not.toMatch(/maria|mail\.test/i);
    expect((await fetch(`http://127.0.0.1:${upstream.port}/metrics`)).status).toBe(404);
  });
});
