import { expect } from 'vitest';
import type { TestClient } from './test-client.ts';

/** A call of openapi.json. */
export interface Operation {
  /** As in `GET /profile/{userId}`. */
  name: string;
  method: string;
  path: string;
  needsSession: boolean;
  takesJson: boolean;
  /** The values of each parameter that is a word of a list, not an id. */
  words: Readonly<Record<string, readonly string[]>>;
}

interface Described {
  parameters: { name: string; in: string; schema: { enum?: string[] } }[];
  security: object[];
  requestBody?: { content: object };
}

export async function operationsOf(client: TestClient): Promise<Operation[]> {
  const { paths } = (await client.get('/openapi.json')).body;
  return Object.entries<Record<string, Described>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { parameters, security, requestBody }]) => {
      const method = verb.toUpperCase();
      const enums = parameters.filter((one) => one.in === 'path' && one.schema.enum !== undefined);
      const words = Object.fromEntries(enums.map(({ name, schema }) => [name, schema.enum ?? []]));
      const takesJson = requestBody !== undefined && 'application/json' in requestBody.content;
      return { name: `${method} ${path}`, method, path, needsSession: security.length > 0, takesJson, words };
    }),
  );
}

/** Calls that take no id of another person's and tell of nobody else. */
export function isOfOneself({ name }: Operation): boolean {
  return ownCalls.test(name);
}

const ownCalls =
  /^(DELETE \/profile|GET \/skills|POST \/chat\/picture|\w+ \/(signup|login|signout|leaving|passkeys|totp|push|email|password\/reset|media|create-project|user\/muted-words|health|capabilities|openapi\.json|profile\/(view|edit|password|email|confirm|sessions|history|preferences|warnings))(\/.*)?)$/;

/** The paths of a call with these ids in the places of its parameters, in every combination. */
export function pathsOf({ name, path, words }: Operation, ids: Readonly<Record<string, readonly string[]>>): string[] {
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([place, parameter = '']) => {
    const values = words[parameter] ?? ids[parameter] ?? [];
    expect(values.length, `${name}: values of ${parameter}`).toBeGreaterThan(0);
    return { place, values };
  });
  return places.reduce(
    (paths, { place, values }) => paths.flatMap((one) => values.map((value) => one.replace(place, value))),
    [path],
  );
}

/** One path of a call: the first of the words, and this id for everything else. */
export function anyPathOf({ path, words }: Operation, id: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => words[name]?.[0] ?? id);
}

const bodies: Readonly<Record<string, object>> = {
  'PATCH /passkeys/{id}': { name: 'Mine' },
  'PATCH /project/edit/{projectId}': { projectName: 'Mine' },
  'PATCH /project/{projectId}/member/{userId}': { role: 'Design' },
  'POST /project/interest/{projectId}': {},
  'POST /project/{projectId}/invite': { days: 1, uses: 1 },
  'POST /project/{projectId}/update': { text: 'News' },
  'PATCH /message/{messageId}': { text: 'other words' },
};

/** A body that the call takes; undefined where it needs none. `userId` is the member to whom a project is offered. */
export function bodyOf({ name }: Operation, userId: string): object | undefined {
  return name === 'POST /project/{projectId}/owner' ? { userId } : bodies[name];
}
