import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '#shared/account/demo-account.ts';
import { errorBodySchema } from '#shared/api/errors.ts';
import { capabilities } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';
import { PushBrowser } from '#tests/support/push-service.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { fillDemo } from '#upstream/demo/fill-demo.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: { enum?: string[] } }[];
  requestBody?: { content: Record<string, { schema: { properties: object } }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
  security: object[];
}

const nobody = 'f'.repeat(24);

describe('openapi.json', () => {
  let upstream: StartedUpstream;
  let document: { openapi: string; paths: Record<string, Record<string, Operation>>; components: { schemas: object } };
  let operations: { method: string; path: string; operation: Operation }[];
  beforeAll(async () => {
    // With mail, which some calls need.
    upstream = await startUpstream({ env: { MAIL_URL: '', LEAVING_DAYS: '14' } });
    await fillDemo(upstream.connection);
    document = (await upstream.client().get('/openapi.json')).body;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  });
  afterAll(() => upstream.close());

  const filled = (path: string, operation: Operation) =>
    path.replace(/\{(\w+)\}/g, (_, name) => {
      const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
      expect(parameter, `${path}: ${name}`).toBeDefined();
      return parameter?.schema.enum?.[0] ?? nobody;
    });

  it('is OpenAPI 3.1 whose references all lead somewhere', () => {
    expect(document.openapi).toBe('3.1.0');
    const references = JSON.stringify(document).match(/"#\/components\/schemas\/\w+"/g) ?? [];
    expect(references.length).toBeGreaterThan(20);
    for (const reference of new Set(references))
      expect(document.components.schemas).toHaveProperty(reference.slice('"#/components/schemas/'.length, -1));
    expect(JSON.stringify(document)).not.toContain('$defs');
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes only calls that are there', async () => {
    for (const { method, path, operation } of operations) {
      const reply = await upstream.client().send(method, filled(path, operation), method === 'GET' ? undefined : {});
      const what = `${method} ${path}`;
      expect(reply.status, what).not.toBe(405);
      if (operation.security.length > 0) expect(reply.status, what).toBe(401);
      else expect(reply.body?.message, what).not.toBe('There is no such call.');
      if (reply.status >= 400) expect(errorBodySchema.safeParse(reply.body).error, what).toBeUndefined();
    }
  });

  it('describes every call of the contract, and answers 405 to methods that it does not describe', async () => {
    const described = Object.keys(document.paths);
    const shape = (path: string) =>
      new RegExp(`^/${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('ID', '\\{\\w+\\}')}$`);
    for (const path of Object.values(apiPaths)) {
      const given = path as string | ((...words: string[]) => string);
      if (given === apiPaths.socket) continue;
      const plain = typeof given === 'string' ? given : given(...Array(given.length || 1).fill('ID'));
      expect(
        described.some((one) => shape(plain).test(one)),
        plain,
      ).toBe(true);
    }
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT']) {
        if (Object.hasOwn(methods, method.toLowerCase())) continue;
        const [operation] = Object.values(methods);
        if (!operation) continue;
        const url = filled(path, operation);
        const reply = await upstream.client().send(method, url, method === 'GET' ? undefined : {});
        expect(reply.status, `${method} ${url}`).toBe(405);
        expect(reply.headers.get('allow'), `${method} ${url}`).not.toContain(method);
      }
  });

  it('describes every reply, and every body', () => {
    for (const { method, path, operation } of operations) {
      const { '200': done = operation.responses['202'] ?? operation.responses['303'] } = operation.responses;
      if (operation.responses['204'] === undefined) expect(done?.content, `${method} ${path}`).toBeDefined();
      expect(operation.responses.default?.content, `${method} ${path}`).toBeDefined();
    }
    const bodies = operations.filter(({ operation }) => operation.requestBody).map(({ path }) => path);
    expect(bodies).toEqual(expect.arrayContaining(['/signup', '/login', '/profile/edit', '/create-project']));
  });

  it('lists capabilities that are known, and the calls that stand for them', async () => {
    // Passkeys belong to a name.
    const headers = { 'x-forwarded-host': 'localhost' };
    const reply = await upstream.client().send('GET', '/capabilities', undefined, { headers });
    for (const capability of reply.body.capabilities) expect(capabilities).toContain(capability);
    const inCalls = new Set(JSON.stringify(document).match(/(?<="x-capability":")[^"]+/g));
    for (const capability of inCalls) expect(reply.body.capabilities).toContain(capability);
    for (const expected of ['search', 'projects.interest', 'projects.delete', 'chat.list'])
      expect(inCalls).toContain(expected);
  });

  it('tells the truth about replies: what the sample network answers fits, field by field', async () => {
    const client = upstream.client();
    const check = async (call: string, path: string, body?: unknown, status = 200) => {
      const reply = await client.send(call.split(' ')[0] ?? '', path, body);
      expect(reply.status, `${call}: ${reply.text}`).toBe(status);
      const route = upstream.upstream.routes.find(({ method: verb, path: named }) => `${verb} ${named}` === call);
      expect(route?.reply.safeParse(reply.body), call).toMatchObject({ success: true });
      return reply.body;
    };
    const own = await check('POST /login', '/login', demoAccount);
    await check('GET /profile/view', '/profile/view');
    await check('GET /profile/:userId', `/profile/${own._id}`);
    await check('PATCH /profile/edit', '/profile/edit', { headline: 'New' });
    await check('PATCH /profile/edit', '/profile/edit', { isPublic: true });
    await check('GET /public/profile/:userId', `/public/profile/${own._id}`);
    await check('GET /public/pages', '/public/pages?kind=profile');
    const feed = await check('GET /user/feed', '/user/feed?order=match');
    await check('GET /profile/sessions', '/profile/sessions');
    await check('POST /passkeys/options', '/passkeys/options');
    await check('GET /passkeys', '/passkeys');
    await check('GET /totp', '/totp');
    await check('POST /totp/start', '/totp/start', { password: demoAccount.password });
    await check('POST /login/passkey/options', '/login/passkey/options');
    await check('GET /profile/export', '/profile/export');
    await check('GET /profile/history', '/profile/history');
    await check('GET /profile/preferences', '/profile/preferences');
    await check('PATCH /profile/preferences', '/profile/preferences', { timeZone: 'Europe/Berlin' });
    await check('GET /push/key', '/push/key');
    await check(
      'POST /push/subscription',
      '/push/subscription',
      new PushBrowser('https://push.example.com/x').subscription,
    );
    await check('DELETE /push/subscription', '/push/subscription');
    await check('DELETE /profile/sessions', '/profile/sessions');
    await check('POST /request/:status/:userId', `/request/interested/${feed[0]._id}`);
    const received = await check('GET /user/request/received', '/user/request/received');
    await check('POST /request/review/:status/:requestId', `/request/review/accepted/${received.data[0]._id}`);
    const sent = await check('GET /user/request/sent', '/user/request/sent');
    await check('DELETE /request/:requestId', `/request/${sent.data[0]._id}`);
    const connections = await check('GET /user/connections', '/user/connections');
    await check('DELETE /user/connections/:userId', `/user/connections/${connections.data.at(-1)._id}`);
    const { project } = await check('POST /create-project', '/create-project', { projectName: 'X' });
    await check('PATCH /project/edit/:projectId', `/project/edit/${project._id}`, { description: 'Y' });
    await check('GET /project/view/:projectId', `/project/view/${project._id}`);
    await check('PATCH /project/edit/:projectId', `/project/edit/${project._id}`, { isPublic: true });
    await check('GET /public/project/:projectId', `/public/project/${project._id}`);
    await check('DELETE /project/:projectId', `/project/${project._id}`);
    await check('POST /project/:projectId/restore', `/project/${project._id}/restore`);
    await check('DELETE /project/:projectId', `/project/${project._id}`);
    const mine = await check('GET /myprojects', '/myprojects');
    await check('GET /myprojects/:userId', `/myprojects/${feed[0]._id}`);
    const all = await check('GET /projects', '/projects?limit=50');
    await check('GET /projects/interested&accepted', '/projects/interested&accepted');
    for (const { _id } of mine.project) {
      const { items } = await check('GET /project/interest/:projectId', `/project/interest/${_id}`);
      if (items[0])
        await check(
          'POST /project/interest/review/:status/:interestId',
          `/project/interest/review/accepted/${items[0]._id}`,
        );
      const { members } = (await check('GET /project/view/:projectId', `/project/view/${_id}`)).project;
      await check('GET /project/:projectId/activity', `/project/${_id}/activity`);
      const update = await check('POST /project/:projectId/update', `/project/${_id}/update`, { text: 'News' });
      await check('GET /project/:projectId/update', `/project/${_id}/update`);
      await check('DELETE /project/:projectId/update/:updateId', `/project/${_id}/update/${update._id}`);
      const invite = await check('POST /project/:projectId/invite', `/project/${_id}/invite`, { days: 1, uses: 1 });
      await check('GET /project/:projectId/invite', `/project/${_id}/invite`);
      await check('POST /invite/look', '/invite/look', { token: invite.url.split('#')[1] });
      await check('DELETE /project/:projectId/invite/:inviteId', `/project/${_id}/invite/${invite._id}`);
      if (!members[0]) continue;
      const member = `/project/${_id}/member/${members[0]._id}`;
      await check('PATCH /project/:projectId/member/:userId', member, { role: 'Design' });
      await check('POST /project/:projectId/owner', `/project/${_id}/owner`, { userId: members[0]._id }, 202);
      await check('GET /project/view/:projectId', `/project/view/${_id}`);
      await check('DELETE /project/:projectId/owner', `/project/${_id}/owner`);
      await check('DELETE /project/:projectId/member/:userId', member);
    }
    const other = all.project.find((one: { viewer: { relation: string } }) => one.viewer.relation === 'none');
    await check('POST /project/interest/:projectId', `/project/interest/${other._id}`, { note: 'Hello' });
    await check('PUT /project/:projectId/follow', `/project/${other._id}/follow`);
    await check('GET /user/updates', '/user/updates');
    await check('DELETE /project/:projectId/follow', `/project/${other._id}/follow`);
    await check('DELETE /project/interest/:projectId', `/project/interest/${other._id}`);
    await check('GET /search/people', '/search/people?q=a');
    await check('GET /search/projects', '/search/projects?q=a');
    const chats = await check('GET /chats', '/chats');
    const { user } = chats.items.find((one: { user?: object }) => one.user);
    const conversation = `/chat/${user._id}`;
    const { chat } = await check('GET /chat/:userId', conversation);
    const reaction = `/message/${chat.messages.at(-1)._id}/reaction/${encodeURIComponent('❤️')}`;
    await check('PUT /message/:messageId/reaction/:emoji', reaction);
    await check('GET /chat/:userId', conversation);
    await check('DELETE /message/:messageId/reaction/:emoji', reaction);
    const [word] = chat.messages.at(-1).text.split(' ');
    const found = await check('GET /search/messages', `/search/messages?q=${encodeURIComponent(word)}`);
    expect(found.items.length).toBeGreaterThan(0);
    await check('GET /notifications', '/notifications');
    await check('POST /notifications/read', '/notifications/read', { all: true });
    await check('GET /health', '/health');
    await check('GET /capabilities', '/capabilities');
    await check('GET /openapi.json', '/openapi.json');
    await check('POST /signout', '/signout');
  });
});
