import { expect, it } from 'vitest';
import { newProject } from '#tests/support/acts.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useTwoInstances } from '#tests/support/use-upstream.ts';

const path = '/profile/preferences';
const kinds = ['request', 'connected', 'message', 'mention', 'interest', 'interest-reviewed'] as const;

await describeOnEachDatabase('preferences', (engine) => {
  const { first: upstream, second } = useTwoInstances({ engine });

  const chosenBy = async ({ client }: SignedUp) => (await client.get(path)).body;
  const kindsOf = async ({ client }: SignedUp) => {
    const { items, unread, unreadOf } = (await client.get('/notifications')).body;
    return { kinds: items.map(({ kind }: { kind: string }) => kind), unread, unreadOf };
  };

  it('preferences have their defaults, and a change sets only the fields that it names, for the caller alone', async () => {
    const [own, other] = [await upstream.signUp(), await upstream.signUp()];
    const before = await chosenBy(own);
    const ways = { page: true, mail: true, push: true };
    expect(before).toEqual({
      notify: Object.fromEntries(kinds.map((kind) => [kind, ways])),
      timeZone: null,
      privacy: {
        ...{ discoverable: true, presence: true, receipts: true, typing: true, whoMayAsk: 'everybody' },
        ...{ showAddress: false, showTimeZone: false },
      },
    });
    const changed = await own.client.patch(path, {
      notify: { message: { mail: false } },
      timeZone: 'Pacific/Auckland',
      privacy: { whoMayAsk: 'sharedSkill', discoverable: false },
    });
    expect(changed.status).toBe(200);
    await own.client.patch(path, { notify: { message: { push: false } } });
    const after = await chosenBy(own);
    expect(after).toEqual({
      ...before,
      notify: { ...before.notify, message: { page: true, mail: false, push: false } },
      timeZone: 'Pacific/Auckland',
      privacy: { ...before.privacy, whoMayAsk: 'sharedSkill', discoverable: false },
    });
    expect(await chosenBy(other)).toEqual(before);
    expect((await own.client.patch(path, {})).body, 'nothing').toEqual(after);
  });

  it('a change of preferences with an unknown name or an invalid value is refused as a whole', async () => {
    const own = await upstream.signUp();
    const before = await chosenBy(own);
    const unknown = [
      { unknown: true },
      { notify: { account: { mail: false } } },
      { notify: { request: { sms: true } } },
      { privacy: { visible: true } },
      { privacy: { prototype: true } },
    ];
    const wrong = [
      { notify: { request: { mail: 'yes' } } },
      ...['Mars/Olympus', '+02:00', '', null].map((timeZone) => ({ timeZone })),
      { privacy: { whoMayAsk: 'friends' } },
    ];
    for (const [status, bodies] of [
      [400, unknown],
      [422, wrong],
    ] as const)
      for (const body of bodies) {
        const what = JSON.stringify(body);
        expect((await own.client.patch(path, body)).status, what).toBe(status);
        expect((await own.client.patch(path, { privacy: { typing: false }, ...body })).status, what).toBe(status);
      }
    expect(await chosenBy(own)).toEqual(before);
  });

  it('preferences keep all changes that are made at the same time at two instances', { tags: ['once'] }, async () => {
    const own = await upstream.signUp();
    const elsewhere = second.client();
    await elsewhere.post('/login', { emailId: own.emailId, password: own.password });
    const replies = await Promise.all(
      kinds.flatMap((kind) => [
        own.client.patch(path, { notify: { [kind]: { page: false } } }),
        elsewhere.patch(path, { notify: { [kind]: { mail: false } } }),
      ]),
    );
    expect(replies.map(({ status }) => status)).toEqual(kinds.flatMap(() => [200, 200]));
    const { notify } = await chosenBy(own);
    for (const kind of kinds) expect(notify[kind]).toEqual({ page: false, mail: false, push: true });
  });

  it('a kind of notification that is switched off for the page leaves the list and the counts, and is back when it is switched on again', async () => {
    const [own, asks] = [await upstream.signUp(), await upstream.signUp()];
    const project = await newProject(own, { projectName: 'Ours' });
    await asks.client.post(`/request/interested/${own.id}`);
    await asks.client.post(`/project/interest/${project}`, {});
    const all = { kinds: ['interest', 'request'], unread: 2, unreadOf: { interest: 1, request: 1 } };
    expect(await kindsOf(own)).toEqual(all);
    await own.client.patch(path, { notify: { request: { page: false } } });
    expect(await kindsOf(own)).toEqual({ kinds: ['interest'], unread: 1, unreadOf: { interest: 1 } });
    await own.client.patch(path, { notify: { request: { page: true } } });
    expect(await kindsOf(own)).toEqual(all);
  });
});
