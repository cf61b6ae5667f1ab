import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import { hour } from '#shared/durations.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { createUpstream } from '#upstream/app.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { type Drill, Promises } from './drill.ts';

const messagesEach = { small: 3, full: 25 };
const jumps = [0, -hour, -24 * hour, +hour, 0];

/** The upstream takes its clock as an argument. The gateway's timers run on the monotonic clock. */
export const clockJump: Drill = {
  name: 'clock jump',
  promised:
    'The upstream’s clock may go back a day or on an hour: sessions hold, logins work, messages keep their order, ids stay unique; a month on, sessions have run out and a new login works.',
  async run(size) {
    const promises = new Promises(size);
    const folder = mkdtempSync(join(tmpdir(), 'dotcode-drill-'));
    const config = loadConfig({ DATABASE_URL: `sqlite:${join(folder, 'dotcode.db')}`, DEMO: 'off' });
    const connection = await connect(config.databaseUrl);
    await migrate(connection);
    let offset = 0;
    const upstream = createUpstream({
      config,
      connection,
      log: pino({ level: 'silent' }),
      now: () => Date.now() + offset,
      chat: { messageRate: { burst: 1000, perSecond: 1000 }, eventRate: { burst: 1000, perSecond: 1000 } },
    });
    await new Promise<void>((resolve) => upstream.server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.server.address() as AddressInfo).port}`;
    let people = 0;
    const signUp = async () => {
      people += 1;
      const emailId = `clock${people}@mail.test`;
      const client = new TestClient(url);
      const reply = await client.post('/signup', { firstName: 'Clock', lastName: 'Tester', emailId, password });
      if (reply.status !== 200) throw new Error(`signing up answered ${reply.status}`);
      return { client, emailId, id: String(reply.body.data.savedUser._id) };
    };
    try {
      const [ada, ben] = [await signUp(), await signUp()];
      await ada.client.post(`/request/interested/${ben.id}`);
      await ben.client.post(`/request/interested/${ada.id}`);
      const socket = io(url, { transports: ['websocket'], extraHeaders: { cookie: ada.client.cookieHeader } });
      const said: string[] = [];
      for (const jump of jumps) {
        offset = jump;
        const where = `${jump / hour} h`;
        promises.check((await ada.client.get('/profile/view')).status === 200, `at ${where} the session was lost`);
        const login = await new TestClient(url).post('/login', { emailId: ben.emailId, password });
        promises.check(login.status === 200, `at ${where} a login answered ${login.status}`);
        await signUp();
        for (let i = 0; i < messagesEach[size]; i += 1) {
          const text = `${said.length} at ${where}`;
          const answer = await socket.timeout(5000).emitWithAck('sendMessage', { targetUserId: ben.id, text });
          if (answer.ok) said.push(text);
          else promises.check(false, `at ${where} a message answered ${answer.error.code}`);
        }
      }
      const stored = await connection.db.selectFrom('messages').select('text').orderBy('seq').execute();
      const inOrder = stored.map(({ text }) => text);
      promises.check(JSON.stringify(inOrder) === JSON.stringify(said), 'messages lost their order, or some were lost');
      const history = (await ben.client.get(`/chat/${ada.id}`)).body.chat.messages as { text: string }[];
      const shown = history.map(({ text }) => text);
      promises.check(JSON.stringify(shown) === JSON.stringify(said.slice(-50)), 'the history shows another order');
      const users = await connection.db.selectFrom('users').select('id').execute();
      promises.check(new Set(users.map(({ id }) => id)).size === people, 'two people have one id');
      socket.disconnect();
      offset = 31 * 24 * hour;
      promises.check((await ada.client.get('/profile/view')).status === 401, 'a session outlived its month');
      const again = await ada.client.post('/login', { emailId: ada.emailId, password });
      promises.check(again.status === 200, `a month on, a login answered ${again.status}`);
      promises.check((await ada.client.get('/profile/view')).status === 200, 'a month on, a new session does not hold');
      return {
        facts: [
          `the clock at ${jumps.map((jump) => `${jump / hour} h`).join(', ')}, then a month on`,
          'tested on the upstream, whose clock is handed to it; the gateway measures its waits with a monotonic clock, and its rate-limit windows run on the machine’s clock, which is not moved here',
        ],
        broken: promises.broken,
        acknowledged: said.length + people,
        stored: inOrder.length + users.length,
      };
    } finally {
      await upstream.close(500);
      await connection.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const password = 'Test#Passw0rd';
