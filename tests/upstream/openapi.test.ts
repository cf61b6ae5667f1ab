import { beforeAll, describe, expect, it } from 'vitest';
import { capabilities } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';
import { anyPathOf, type Operation, operationsOf } from '#tests/support/operations.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

const nobody = 'f'.repeat(24);

/** The calls that need no session. All others answer 401 without one. */
const publicCalls = [
  ...['/capabilities', '/email/unsubscribe', '/health', '/media/{id}/{file}', '/openapi.json', '/public/pages'],
  ...['/public/profile/{userId}', '/public/project/{projectId}'],
].map((path) => `GET ${path}`);
const publicChanges = [
  ...['/email/undo', '/email/unsubscribe', '/email/verify', '/invite/look', '/leaving/return', '/login'],
  ...['/login/passkey', '/login/passkey/options', '/password/forgot', '/password/reset', '/signout', '/signup'],
].map((path) => `POST ${path}`);

describe('openapi.json', () => {
  // With mail, which some calls need.
  const upstream = useUpstream({ env: { MAIL_URL: '', LEAVING_DAYS: '14' } });
  let text: string;
  let operations: Operation[];
  beforeAll(async () => {
    text = (await upstream.client().get('/openapi.json')).text;
    operations = await operationsOf(upstream.client());
  });

  const send = (method: string, operation: Operation) =>
    upstream.client().send(method, anyPathOf(operation, nobody), method === 'GET' ? undefined : {});

  it('is OpenAPI 3.1 whose references all lead somewhere', () => {
    const document = JSON.parse(text);
    expect(document.openapi).toBe('3.1.0');
    const references = text.match(/"#\/components\/schemas\/\w+"/g) ?? [];
    expect(references.length).toBeGreaterThan(20);
    for (const reference of new Set(references))
      expect(document.components.schemas).toHaveProperty(reference.slice('"#/components/schemas/'.length, -1));
    expect(text).not.toContain('$defs');
    const ids = text.match(/(?<="operationId":")\w+/g) ?? [];
    expect([ids.length, new Set(ids).size]).toEqual([operations.length, operations.length]);
  });

  it('describes only calls that are there, of which few need no session', async () => {
    for (const operation of operations) {
      const reply = await send(operation.method, operation);
      expect(reply.status, operation.name).not.toBe(405);
      if (operation.needsSession) expect(reply.body.code, operation.name).toBe('unauthenticated');
      else expect(reply.body?.message, operation.name).not.toBe('There is no such call.');
    }
    const open = operations.filter(({ needsSession }) => !needsSession).map(({ name }) => name);
    expect(open.toSorted()).toEqual([...publicCalls, ...publicChanges].toSorted());
  });

  it('describes every call of the contract, and answers 405 to methods that it does not describe', async () => {
    const described = new Set(operations.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'ID')));
    for (const path of Object.values(apiPaths)) {
      const given = path as string | ((...words: string[]) => string);
      if (given === apiPaths.socket) continue;
      const plain = typeof given === 'string' ? given : given(...Array(given.length || 1).fill('ID'));
      expect(described).toContain(`/${plain}`);
    }
    for (const operation of operations)
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT']) {
        if (operations.some((one) => one.name === `${method} ${operation.path}`)) continue;
        const reply = await send(method, operation);
        expect(reply.status, `${method} ${operation.path}`).toBe(405);
        expect(reply.headers.get('allow'), `${method} ${operation.path}`).not.toContain(method);
      }
  });

  it('describes every reply, and every body', () => {
    const { paths } = JSON.parse(text);
    for (const { name, method, path } of operations) {
      const { responses } = paths[path][method.toLowerCase()];
      const done = responses['200'] ?? responses['202'] ?? responses['303'];
      if (responses['204'] === undefined) expect(done?.content, name).toBeDefined();
      expect(responses.default?.content, name).toBeDefined();
    }
    for (const path of ['/signup', '/login', '/create-project'])
      expect(paths[path].post.requestBody, path).toBeDefined();
  });

  it('lists every capability, and the calls that stand for them', async () => {
    // Passkeys belong to a name.
    expect((await upstream.client().get('/capabilities')).body.capabilities).not.toContain('passkeys');
    const headers = { 'x-forwarded-host': 'localhost' };
    const reply = await upstream.client().send('GET', '/capabilities', undefined, { headers });
    // `safety` stands for its three parts at upstreams that have no names for them.
    expect(reply.body.capabilities.toSorted()).toEqual(capabilities.filter((one) => one !== 'safety').toSorted());
    const inCalls = new Set(text.match(/(?<="x-capability":")[^"]+/g));
    for (const capability of inCalls) expect(reply.body.capabilities).toContain(capability);
    for (const expected of ['search', 'projects.interest', 'projects.delete', 'chat.list'])
      expect(inCalls).toContain(expected);
  });
});
