import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capabilities } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';

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
});
