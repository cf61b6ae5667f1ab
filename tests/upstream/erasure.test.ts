import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { befriend, newProject, sendMessage, upload } from '#tests/support/acts.ts';
import { PushBrowser } from '#tests/support/push-service.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { addPasskey } from '#tests/support/soft-authenticator.ts';
import { eventually } from '#tests/support/start-product.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { addModerator } from '#upstream/features/moderation/moderator-store.ts';

/** Which of these texts are in the database's files, the write-ahead log included. */
function found(databaseUrl: string, texts: readonly string[]): string[] {
  const file = databaseUrl.slice('sqlite:'.length);
  const bytes = ['', '-wal'].map((suffix) => readFileSync(file + suffix));
  return texts.filter((text) => bytes.some((content) => content.includes(text)));
}

it('deleting an account leaves nothing of the person in the SQLite files', async () => {
  const upstream = await startUpstream({ engine: 'sqlite' });
  const owner = await upstream.signUp();
  const person = await upstream.signUp({
    firstName: 'Qxfirstname',
    lastName: 'Qxlastname',
    emailId: 'qxmail@qxhost.test',
  });
  const profile = {
    about: 'Qxabout '.repeat(40),
    headline: 'Qxheadline',
    location: 'Qxlocation',
    skills: ['Qxskill'],
    githubUrl: 'https://github.com/qxgithub',
  };
  await person.client.patch('/profile/edit', { ...profile, about: 'Qxformer' });
  await person.client.patch('/profile/edit', profile);
  const { body } = await person.client.post('/create-project', {
    projectName: 'Qxproject',
    description: 'Qxdescription '.repeat(300),
  });
  await person.client.patch(`/project/edit/${body.project._id}`, { skills: ['Qxtool'] });
  const theirs = await newProject(owner, { projectName: 'Stays' });
  await person.client.post(`/project/interest/${theirs}`, { note: 'Qxnote' });
  await person.client.post(`/request/interested/${owner.id}`, { note: 'Qxask' });
  const texts = ['Qx', 'qx'].flatMap((start) =>
    'firstname lastname mail host about former headline location skill github project description tool note ask'
      .split(' ')
      .map((word) => start + word),
  );
  expect(found(upstream.databaseUrl, texts).length, 'the search finds them while they are there').toBeGreaterThan(12);
  await person.client.delete('/profile', { password: person.password });
  await eventually(() => found(upstream.databaseUrl, texts).length === 0).catch(() => undefined);
  expect(found(upstream.databaseUrl, texts)).toEqual([]);
  await upstream.close();
});

await describeOnEachDatabase('a chat with somebody whose account is deleted', (engine) => {
  const upstream = useUpstream({ engine });

  it('stays readable under another name, takes no messages, and leaves nothing unread', async () => {
    const [ada, ben, eve] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    await befriend(ada, ben);
    const [adas, bens] = [await upstream.connect(ada), await upstream.connect(ben)];
    await adas.ask('sendMessage', { targetUserId: ben.id, text: 'mine' });
    await bens.ask('sendMessage', { targetUserId: ada.id, text: 'theirs' });
    await ben.client.delete('/profile', { password: ben.password });
    const { chat } = (await ada.client.get(`/chat/${ben.id}`)).body;
    expect(chat).toMatchObject({
      closed: true,
      unread: 0,
      participants: [{ _id: ada.id }, { _id: ben.id, firstName: 'Former', lastName: 'member' }],
      messages: [{ text: 'mine' }, { text: 'theirs', senderId: { _id: ben.id, firstName: 'Former' } }],
    });
    const list = (await ada.client.get('/chats')).body;
    expect(list).toMatchObject({ unreadTotal: 0, items: [{ user: { firstName: 'Former' }, unread: 0 }] });
    expect(await adas.ask('sendMessage', { targetUserId: ben.id, text: 'late' })).toMatchObject({ ok: false });
    expect((await eve.client.get(`/chat/${ben.id}`)).status, 'to nobody else').toBe(404);
  });

  it('leaves no row that names the deleted person, except their messages', async () => {
    const [ada, ben, cho] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    const eve = await upstream.signUp();
    await ada.client.patch('/profile/edit', { skills: ['Go'] });
    await befriend(ada, ben);
    const { _id } = (await ada.client.post(`/request/interested/${cho.id}`)).body.data;
    await ada.client.delete(`/request/${_id}`);
    await cho.client.post(`/request/interested/${ada.id}`);
    const own = await newProject(ada, { projectName: 'Own', skills: ['Go'] });
    const theirs = await newProject(ben, { projectName: 'Theirs' });
    await ada.client.post(`/project/interest/${theirs}`, {});
    await cho.client.post(`/project/interest/${own}`, {});
    const socket = await upstream.connect(ada);
    const messageId = await sendMessage(socket, { targetUserId: ben.id, text: 'hello' });
    for (const [by, reported] of [
      [cho, ada],
      [ada, cho],
    ] as const)
      await by.client.post('/report', { kind: 'person', id: reported.id, reason: 'spam' });
    await addModerator(upstream.db, ada.id, 1);
    await addModerator(upstream.db, ben.id, 1);
    const open = (await ben.client.get('/moderation/cases')).body.items;
    const { _id: caseId } = open.find((one: { person: { _id: string } }) => one.person._id === ada.id);
    const warning = { action: 'warn', reason: 'Not kind.', expectedVersion: 1 };
    expect((await ben.client.post(`/moderation/cases/${caseId}/actions`, warning)).status).toBe(200);
    for (const { status } of [
      (await addPasskey(ada)).reply,
      await ada.client.patch('/profile/preferences', { timeZone: 'Europe/Berlin' }),
      await ada.client.patch('/profile/edit', { lookingFor: ['pair'] }),
      await ada.client.post('/push/subscription', new PushBrowser('https://push.example.com/x').subscription),
      await ada.client.post(`/project/${own}/update`, { text: 'News' }),
      await ada.client.post(`/project/${own}/invite`, { days: 1, uses: 1 }),
      await ada.client.send('PUT', `/project/${theirs}/follow`),
      await ada.client.send('PUT', `/message/${messageId}/reaction/%F0%9F%91%8D`),
      await ada.client.post(`/user/mute/${eve.id}`),
      await ada.client.post(`/user/block/${eve.id}`),
      await ada.client.post('/user/muted-words', { word: 'spam' }),
      await upload(ada),
      await upload(ada, { to: '/chat/picture' }),
    ])
      expect(status).toBe(200);
    await switchOnSecondFactor(ada);
    const named = async () => {
      const tables = await upstream.db.introspection.getTables();
      const found: string[] = [];
      for (const { name, columns } of tables.filter((table) => !/_search_index/.test(table.name)))
        for (const column of columns) {
          const { rows } = await sql<{ count: number }>`
            select count(*) as count from ${sql.table(name)}
            where cast(${sql.ref(column.name)} as text) like ${`%${ada.id}%`}`.execute(upstream.db);
          if (Number(rows[0]?.count) > 0) found.push(`${name}.${column.name}`);
        }
      return [...new Set(found)].toSorted();
    };
    expect((await named()).length, 'they are named in many places before').toBeGreaterThan(39);
    const exported = Object.entries<unknown[]>((await ada.client.get('/profile/export')).body);
    const empty = exported.flatMap(([part, items]) => (items.length === 0 ? [part] : []));
    expect(empty, 'the export has everything else').toEqual([
      ...['withdrawals', 'mutedPeople', 'mailsOnTheirWay', 'linksSentByMail', 'operatorActions'],
    ]);
    await ada.client.delete('/profile', { password: ada.password });
    expect(await named()).toEqual([
      'conversation_members.user_id',
      'conversations.pair',
      'messages.sender_id',
      'users.id',
    ]);
  });
});
