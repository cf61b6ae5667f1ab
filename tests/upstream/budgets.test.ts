import { beforeAll, describe, expect, it } from 'vitest';
import { newProject } from '#tests/support/acts.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import type { TestReply } from '#tests/support/test-client.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

// Those of passwords and codes: password-budgets.test.ts and totp-attacks.test.ts.
describe('an hourly budget', () => {
  // A twentieth of the points that `npm start` ships with; the least is one.
  const upstream = useUpstream({ env: { RATE_LIMIT_FACTOR: '0.05', MAIL_URL: '' } });
  let ada: SignedUp;
  let unverified: SignedUp;
  let project: string;
  let token: string;
  const invite = () => ada.client.post(`/project/${project}/invite`, { days: 1, uses: 1 });
  beforeAll(async () => {
    [ada, unverified] = [await upstream.signUp(), await upstream.signUp()];
    await upstream.db.updateTable('users').set({ unverified_since: null }).where('id', '=', ada.id).execute();
    project = await newProject(ada);
    token = (await invite()).body.url.split('#')[1];
  });

  const message = `/message/${'f'.repeat(24)}`;
  const like = `${message}/reaction/%F0%9F%91%8D`;
  const upload = (path: string) =>
    ada.client.send('POST', path, undefined, { body: new Uint8Array([1]), headers: { 'content-type': 'image/png' } });
  const stranger = (address: string, path: string, body: object) =>
    upstream.client().send('POST', path, body, { headers: { 'x-forwarded-for': address } });
  const unknown = { token: 'x'.repeat(43) };
  const reset = () => stranger('198.51.100.1', '/password/reset', { ...unknown, newPassword: 'Quite#Another9' });

  it.each<[number, string, ...(() => Promise<TestReply>)[]]>([
    [
      30,
      'edited and deleted messages',
      () => ada.client.patch(message, { text: 'x' }),
      () => ada.client.delete(message),
    ],
    [60, 'reactions, also taken back', () => ada.client.send('PUT', like), () => ada.client.delete(like)],
    [6, 'pictures, also in chats', () => upload('/media'), () => upload('/chat/picture')],
    // One invitation was made before.
    [2, 'invitations and updates', invite, () => ada.client.post(`/project/${project}/update`, { text: 'x' })],
    [2, 'reports', () => ada.client.post('/report', { kind: 'person', id: unverified.id, reason: 'spam' })],
    [1, 'mails of a session', () => unverified.client.post('/email/verify/resend')],
    [1, 'typed codes', () => unverified.client.post('/email/verify', { code: '000000' })],
    [2, 'lost passwords', () => stranger('198.51.100.1', '/password/forgot', { emailId: ada.emailId })],
    [3, 'guessed links', reset, () => stranger('198.51.100.1', '/invite/look', unknown)],
    [3, 'guessed invitations', () => ada.client.post('/invite/accept', unknown)],
  ])('takes %i %s, and refuses the next one', async (count, _what, ...calls) => {
    for (let i = 0; i < count; i += 1) expect((await calls[i % calls.length]?.())?.status).toBeLessThan(429);
    for (const call of calls) expect((await call()).status).toBe(429);
  });

  it('loses nothing by invitations that work', async () => {
    for (let i = 0; i < 5; i += 1) expect((await stranger('198.51.100.2', '/invite/look', { token })).status).toBe(200);
  });
});
