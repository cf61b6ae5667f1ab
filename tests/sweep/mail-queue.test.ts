import { DeleteQueryNode } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newSecret } from '#platform/config/secret.ts';
import { createTroubleLog } from '#platform/log/trouble-log.ts';
import { day, minute } from '#shared/durations.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { createTestDatabase, describeOnEachDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { tlsIdentity } from '#tests/support/tls-identity.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection, Db } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import { type Mail, type MailOptions, openMail } from '#upstream/mail/mail.ts';
import { createLog } from '#upstream/watch/log.ts';

const secret = newSecret();
/** Far longer than the mail server of the tests takes on a busy machine: a mail that it answers late would be tried again. */
const patient = { connectMs: 60_000, silentMs: 60_000 };

await describeOnEachDatabase('the queue of mails', (engine) => {
  let database: TestDatabase;
  let connections: Connection[];
  let opened: Mail[];
  let server: MailServer;
  let lines: string[];
  let now: number;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    connections = [];
    opened = [];
    lines = [];
    now = Date.now();
    server = await startMailServer();
    await migrate(await connection());
  });
  afterEach(async () => {
    for (const mail of opened) await mail.close();
    await server.close();
    for (const each of connections) await each.close();
    await database.drop();
    expect(lines.join('\n'), 'the log names nobody').not.toContain('@mail.test');
  });

  async function connection(): Promise<Connection> {
    const made = await connect(database.url);
    connections.push(made);
    return made;
  }

  interface Instance {
    url?: string;
    env?: Record<string, string>;
    options?: MailOptions;
    /** Changes the connection, as faults do. */
    change?: (db: Db) => Db;
  }

  /** One upstream's mail, with a connection of its own. */
  async function openInstance({ url = server.url, env, options, change = (db) => db }: Instance = {}): Promise<{
    mail: Mail;
    queue: (to: string) => Promise<void>;
  }> {
    const { db } = await connection();
    const clock = { now: () => now, measure: async () => undefined };
    const log = createLog('debug', { write: (line: string) => void lines.push(line) });
    const config = loadConfig({ DATABASE_URL: database.url, MAIL_URL: url, PUBLIC_URL: 'https://dot.test', ...env });
    const mail = openMail(
      {
        config,
        db: change(db),
        engine,
        log,
        trouble: createTroubleLog(log),
        secret,
        now: () => now,
        clock,
        isDue: async () => true,
        onSent: async () => undefined,
      },
      { times: { pollMs: 20, leaseMs: minute }, smtpTimes: patient, ...options },
    );
    opened.push(mail);
    const queue = (to: string) =>
      db.transaction().execute((trx) => mail.queue(trx, { userId: null, to, kind: 'test', letter: letterTo(to) }));
    return { mail, queue };
  }

  const waiting = async () =>
    (await connections[0]?.db
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', 'mail')
      .where('died_at', 'is', null)
      .orderBy('key')
      .execute()) ?? [];
  const isEmpty = () => expect.poll(waiting).toEqual([]);

  it('sends a mail with text and HTML, a Message-ID and no trace of the row', async () => {
    const { queue } = await openInstance({ env: { MAIL_FROM: 'Dot <post@dot.test>' } });
    await queue('ada@mail.test');
    await isEmpty();
    const [mail] = server.received;
    expect(server.received).toHaveLength(1);
    expect(mail).toMatchObject({ from: 'post@dot.test', to: 'ada@mail.test' });
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{24}@dot\.test>$/);
    expect(mail?.source).toMatch(/^From: Dot <post@dot\.test>/m);
    expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(mail?.source).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail?.source).toContain('Content-Type: text/html; charset=utf-8');
    expect(mail?.source).toContain('https://dot.test/x#ada-token');
  });

  it('keeps neither the address nor the link readable in the database', async () => {
    const { queue } = await openInstance({ url: 'smtp://127.0.0.1:1' });
    await queue('ada@mail.test');
    const [row] = await waiting();
    expect(row).toMatchObject({ label: 'test', user_id: null });
    expect(JSON.stringify(row)).not.toMatch(/ada@|token|dot\.test/);
  });

  it('sends nothing for a transaction that is rolled back', async () => {
    const { mail } = await openInstance();
    const { db } = await connection();
    const failed = db.transaction().execute(async (trx) => {
      await mail.queue(trx, { userId: null, to: 'ada@mail.test', kind: 'test', letter: letterTo('ada') });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await (await openInstance()).queue('ben@mail.test');
    await isEmpty();
    expect(server.received.map(({ to }) => to)).toEqual(['ben@mail.test']);
  });

  it('tries again after greylisting, and after a longer pause each time, with the same Message-ID', async () => {
    let refusals = 2;
    server.onRecipient = () => (refusals-- > 0 ? { status: 451, words: 'ada@mail.test: try later' } : undefined);
    const { queue } = await openInstance();
    await queue('ada@mail.test');
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
    const first = (await waiting())[0]?.due_at ?? 0;
    expect(first - now).toBeGreaterThan(minute / 3);
    now = first;
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(2);
    const second = (await waiting())[0]?.due_at ?? 0;
    expect(second - now).toBeGreaterThan(minute / 1.2);
    now = second;
    await isEmpty();
    expect(server.asked).toHaveLength(3);
    expect(server.received).toHaveLength(1);
  });

  it('gives a refused recipient up at once, and one that never answers after a day', async () => {
    server.onRecipient = (address) =>
      address.startsWith('gone') ? { status: 550, words: `${address} is not here` } : { status: 451, words: 'later' };
    const { queue } = await openInstance();
    await queue('gone@mail.test');
    await queue('slow@mail.test');
    await expect.poll(async () => (await waiting()).map(({ tries }) => tries)).toEqual([1]);
    now += day;
    await isEmpty();
    expect(server.received).toEqual([]);
    const givenUp = lines.filter((line) => line.includes('a mail is given up'));
    expect(givenUp).toHaveLength(2);
    expect(givenUp.join()).toContain('550');
  });

  it('waits while nothing listens at the address of the mail server, and while it is silent', async () => {
    const { queue } = await openInstance({ options: { smtpTimes: { connectMs: 200, silentMs: 200 } } });
    server.beforeTaking = (to) => (to.startsWith('ada') ? new Promise(() => undefined) : Promise.resolve());
    await queue('ada@mail.test');
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
    await queue('ben@mail.test');
    const received = () => {
      // On a busy machine the server's answer to the second mail can be late too: it is tried again, as the same message.
      now += minute / 2;
      const messages = new Map(server.received.map(({ to, messageId }) => [messageId, to]));
      return [...messages.values()];
    };
    await expect.poll(received).toEqual(['ben@mail.test']);
  });

  it('sends a mail once, from one of two instances, also where the mail server is slower than a lease', async () => {
    const options = { times: { pollMs: 10, leaseMs: 1500 }, smtpTimes: patient };
    const [one] = [await openInstance({ options }), await openInstance({ options })];
    // Time goes on here, because leases end by it. Where this process is held up, so is its time.
    const clock = setInterval(() => {
      now += 10;
    }, 10);
    server.beforeTaking = () => new Promise((resolve) => setTimeout(resolve, 2500));
    const people = Array.from({ length: 5 }, (_, i) => `p${i}@mail.test`);
    for (const to of people) await one?.queue(to);
    await expect
      .poll(waiting)
      .toEqual([])
      .finally(() => clearInterval(clock));
    expect(server.received.map(({ to }) => to).toSorted()).toEqual(people.toSorted());
  });

  it('sends a mail again, with the same Message-ID, after a crash between the 250 and the commit', async () => {
    const dying = await openInstance({ change: failingToDelete });
    await dying.queue('ada@mail.test');
    await expect.poll(() => server.received.length).toBe(1);
    await expect.poll(() => lines.some((line) => line.includes('the process died'))).toBe(true);
    await dying.mail.close();
    const { queue } = await openInstance();
    await queue('ben@mail.test');
    await expect.poll(() => server.received.length).toBe(2);
    // The row of a mail goes after its mail has arrived.
    await expect
      .poll(async () => (await waiting()).length, { message: 'nobody takes it while its lease runs' })
      .toBe(1);
    now += minute + 1;
    await isEmpty();
    const toAda = server.received.filter(({ to }) => to === 'ada@mail.test');
    expect(toAda).toHaveLength(2);
    expect(toAda[0]?.messageId).toBe(toAda[1]?.messageId);
  });

  it('leaves a mail that another secret has sealed to other instances, for a day', async () => {
    const { queue } = await openInstance();
    await queue('ada@mail.test');
    await isEmpty();
    const { db } = await connection();
    await db
      .insertInto('jobs')
      .values({
        ...{ kind: 'mail', key: 'a'.repeat(24), label: 'test', body: 'AAAA', priority: priorities.first },
        created_at: now,
        due_at: now,
      })
      .execute();
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
    now += day;
    await isEmpty();
    expect(lines.join()).toContain('sealed with another SECRET');
    expect(server.received).toHaveLength(1);
  });

  it.each(['smtp', 'smtps'])(
    'encrypts the way to the mail server with %s, and knows its certificate',
    async (scheme) => {
      const secure = scheme === 'smtps';
      const logins: string[] = [];
      const other = await startMailServer({
        ...tlsIdentity,
        secure,
        onAuth({ username, password }, _session, callback) {
          logins.push(`${username} ${password}`);
          callback(null, { user: username });
        },
      });
      try {
        const url = other.url.replace('://', '://post:s%3Acret@');
        const strange = await openInstance({ url });
        await strange.queue('ada@mail.test');
        await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
        expect(other.asked).toEqual([]);
        await strange.mail.close();
        await openInstance({ url, options: { tls: { ca: tlsIdentity.cert } } });
        now += minute;
        await isEmpty();
        expect(other.received).toMatchObject([{ to: 'ada@mail.test', wasEncrypted: true }]);
        expect(logins).toEqual(['post s:cret']);
      } finally {
        await other.close();
      }
    },
  );
});

function letterTo(to: string) {
  return {
    subject: 'Hello',
    greeting: 'Hello Ada,',
    paragraphs: ['One sentence.'],
    button: { label: 'Open', url: `https://dot.test/x#${to.split('@')[0]}-token` },
    notes: [],
  };
}

/** A database that stops answering before a sent mail is removed. */
function failingToDelete(db: Db): Db {
  return db.withPlugin({
    transformQuery({ node }) {
      if (DeleteQueryNode.is(node)) throw new Error('the process died');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}
