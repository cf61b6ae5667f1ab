import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The files of node_modules that these modules load, seen in a separate process. */
function filesLoadedBy(...modules: string[]): string[] {
  const program = `
    import { registerHooks } from 'node:module';
    const files = [];
    registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
    ${modules.map((path) => `await import('${path}');`).join('\n')}
    process.stdout.write(JSON.stringify(files));
    process.exit(0);
  `;
  return (JSON.parse(run(program)) as string[]).map((file) => file.replace(/^.*\/node_modules\//, ''));
}

function run(program: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root, encoding: 'utf8' });
}

describe('a default start has in memory only what it needs', () => {
  it('no client of PostgreSQL or Redis in the upstream, and no encoder of pictures', () => {
    const files = filesLoadedBy('#upstream/app.ts', '#upstream/db/connect.ts', '#upstream/chat/sharing/sharing.ts');
    expect(files.some((file) => file.startsWith('express/'))).toBe(true);
    expect(files.filter((file) => /^(?:pg|redis|@redis|@socket\.io\/redis-adapter|sharp)\//.test(file))).toEqual([]);
  });

  it('no more of the schema library in the gateway than its core', () => {
    const files = filesLoadedBy('#server/start.ts');
    expect(files.filter((file) => /^zod\/v4\/classic\//.test(file))).toEqual([]);
  });

  it('no schema library in the built client', () => {
    const scripts = globSync('dist/client/**/*.js', { cwd: root });
    expect(scripts.length).toBeGreaterThan(20);
    // A property that every schema of zod 4 has, and which no minifier renames.
    const hasSchemas = (file: string) => readFileSync(join(root, file), 'utf8').includes('_zod');
    expect(scripts.filter(hasSchemas)).toEqual([]);
    expect(hasSchemas('node_modules/zod/v4/core/schemas.js')).toBe(true);
  });

  it('no fetch in the upstream', () => {
    const program = `
      await import('#upstream/app.ts');
      await import('#upstream/db/connect.ts');
      process.stdout.write(JSON.stringify(process.moduleLoadList));
      process.exit(0);
    `;
    expect(JSON.parse(run(program))).not.toContain('NativeModule internal/deps/undici/undici');
  });
});
