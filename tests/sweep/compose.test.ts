import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readVariables } from '#platform/config/read-variables.ts';
import type { Program } from '#platform/config/variable.ts';
import { variableRows } from '#platform/config/variables.ts';

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      ports: z.array(z.string()).optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

const settings: Readonly<Record<string, string>> = {
  DOTCODE_DB_PASSWORD: 'p@ss:w/o?r#d',
  DOTCODE_SECRET: 'a'.repeat(64),
};

/** Replaces `${NAME:-default}` and `${NAME:?complaint}` as Compose does. */
function load(file: string, given = settings) {
  const interpolate = (text: string) =>
    text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
      if (given[name] === undefined && kind === '?') throw new Error(`${name} is missing a value: ${rest}`);
      return given[name] ?? rest;
    });
  const reviver = (_: unknown, value: unknown) => (typeof value === 'string' ? interpolate(value) : value);
  return compose.parse(parse(readFileSync(file, 'utf8'), { merge: true, reviver }));
}

const scaled = 'deploy/compose.scale.yaml';

describe('the compose files', () => {
  it.each([
    ['compose.yaml', 'dotcode', 'gateway'],
    [scaled, 'gateway-1', 'gateway'],
    [scaled, 'gateway-2', 'gateway'],
    [scaled, 'upstream', 'upstream'],
  ] as const satisfies [string, string, Program][])(
    '%s sets up %s without a problem, by variables that it reads',
    (file, name, program) => {
      const { environment = {} } = load(file).services[name] ?? {};
      const texts = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value)]));
      expect(readVariables(program, texts).problems).toEqual([]);
      const read = variableRows
        .filter(([, { readBy }]) => readBy === program || readBy === 'both')
        .map(([, row]) => row.name);
      // PostgreSQL's driver reads its own.
      expect(Object.keys(texts).filter((key) => key !== 'PGPASSWORD' && !read.includes(key))).toEqual([]);
    },
  );

  it('publish the site alone, on loopback unless told otherwise', () => {
    for (const file of ['compose.yaml', scaled])
      for (const { ports = [] } of Object.values(load(file).services))
        for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    const published = Object.entries(load(scaled).services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['front']);
  });

  it('refuse to start without a password and a secret', () => {
    expect(() => load(scaled, { DOTCODE_SECRET: 'x' })).toThrow('DOTCODE_DB_PASSWORD');
    expect(() => load(scaled, { DOTCODE_DB_PASSWORD: 'x' })).toThrow('DOTCODE_SECRET');
  });

  it('keep what people stored in a volume', () => {
    for (const file of ['compose.yaml', scaled]) {
      const { services, volumes } = load(file);
      const named = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
        mounts.map((mount) => mount.split(':')[0] ?? ''),
      );
      expect(named.filter((name) => !name.startsWith('.')).sort()).toEqual(Object.keys(volumes).sort());
    }
    expect(load('compose.yaml').services.dotcode?.volumes).toEqual(['data:/data']);
  });
});
