import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

// docs/architecture.md claims which room may import which. Here each import that it forbids is written, and the linter's
// own configuration has to refuse it: a row that is not refused is a claim that nothing holds.

/** A file, and an import that it may not have. */
const forbidden: [file: string, specifier: string][] = [
  ...each(['shared/a.ts'], ['#client/a.ts', '#server/a.ts', '#upstream/a.ts', '#platform/a.ts', 'node:fs', 'react']),
  ...each(['platform/config/a.ts'], ['#shared/a.ts', '../telemetry/a.ts', '#platform/telemetry/a.ts']),
  ...each(
    ['platform/log/a.ts', 'platform/a.ts'],
    ['#platform/config/a.ts', '#platform/telemetry/a.ts', '../telemetry/a.ts'],
  ),
  ...each(
    ['platform/config/a.ts', 'platform/log/a.ts', 'platform/telemetry/a.ts'],
    ['../limits/a.ts', '#platform/redis/a.ts'],
  ),
  ...each(['platform/redis/a.ts'], ['../limits/a.ts', '#platform/limits/a.ts', '../config/a.ts']),
  ...each(
    ['client/app/a.ts'],
    ['#server/a.ts', '#upstream/a.ts', '#platform/a.ts', '#client/store/foreign/a.ts', '../store/foreign/a.ts'],
  ),
  ...each(['client/app/shell/a.test.tsx'], ['#client/store/foreign/a.ts']),
  ...each(['server/app.ts'], ['#client/a.ts', '#upstream/a.ts', './process/a.ts']),
  ...each(['upstream/app.ts'], ['#client/a.ts', '#server/a.ts']),
  ...each(
    ['client/device/a.ts', 'client/dom/a.ts', 'client/text/a.ts', 'client/ui/a.tsx'],
    [
      '#client/store/a.ts',
      '#client/features/a/a.ts',
      '#client/app/a.ts',
      '../store/a.ts',
      '../features/a/a.ts',
      '../app/a.ts',
    ],
  ),
  ...each(['client/store/a.ts'], ['#client/features/a/a.ts', '#client/app/a.ts', '../features/a/a.ts', '../app/a.ts']),
  ...each(
    ['client/features/one/a.ts', 'client/features/one/room/a.ts'],
    ['#client/app/a.ts', '#client/features/two/a.ts'],
  ),
  ...each(['client/features/one/a.ts'], ['#client/store/foreign/a.ts', '../two/a.ts']),
  ...upward('client/store', ['slices', 'foreign', 'api', 'outbox', 'foreign/chat', 'events']),
  ...upward('client/store', ['slices', 'foreign', 'api', 'kept']),
  ...each(
    ['client/store/outbox/a.ts', 'client/store/foreign/chat/a.ts', 'client/store/events/a.ts'],
    ['#client/store/kept/a.ts'],
  ),
  ...each(['client/store/slices/a.ts', 'client/store/foreign/a.ts'], ['#client/store/hooks.ts']),
  ...upward('server', ['config', 'request', 'security', 'proxy', 'http', 'process']),
  ...upward('server', ['config', 'request', 'watch', 'limits', 'http']),
  ...upward('server', ['config', 'request', 'security', 'site', 'share', 'process']),
  ...each(['server/site/a.ts', 'server/proxy/a.ts', 'server/limits/a.ts', 'server/share/a.ts'], ['#server/http/a.ts']),
  ...each(['server/http/a.ts', 'server/share/a.ts', 'server/request/a.ts'], ['#server/app.ts']),
  ...each(['upstream/chat/a.ts', 'upstream/demo/a.ts', 'upstream/backup/a.ts'], ['#upstream/app.ts', '../app.ts']),
  ...each(
    ['upstream/features/one/a.ts'],
    ['#upstream/app.ts', '#upstream/chat/a.ts', '#upstream/demo/a.ts', '#upstream/backup/a.ts'],
  ),
  ...each(
    ['upstream/mail/a.ts', 'upstream/push/a.ts'],
    ['#upstream/features/one/a.ts', '../features/one/a.ts', '#upstream/chat/a.ts', '../app.ts'],
  ),
  ...each(
    ['jobs', 'watch', 'limits', 'openapi', 'pictures', 'http', 'db'].map((room) => `upstream/${room}/a.ts`),
    ['#upstream/mail/a.ts', '../push/a.ts', '#upstream/features/one/a.ts', '../chat/a.ts', '#upstream/app.ts'],
  ),
  ...each(
    ['upstream/features/notifications/a.ts'],
    ['../notification-mails/a.ts', '#upstream/features/notification-mails/a.ts'],
  ),
];

function each(files: string[], specifiers: string[]): [string, string][] {
  return files.flatMap((file) => specifiers.map((specifier): [string, string] => [file, specifier]));
}

/** Rooms from the lowest to the highest: none imports one above it. */
function upward(top: string, rooms: string[]): [string, string][] {
  return rooms.flatMap((room, index) =>
    rooms
      .slice(index + 1)
      .flatMap((above) => each([`${top}/${room}/a.ts`], [`#${top}/${above}/a.ts`, `../${above}/a.ts`])),
  );
}

it('every import that docs/architecture.md forbids is refused by the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arrows-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const configuration = JSON.parse(readFileSync('biome.json', 'utf8')) as object;
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...configuration, vcs: { enabled: false } }));
  const files = Map.groupBy(forbidden, ([file]) => file);
  for (const [file, rows] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), rows.map(([, specifier]) => `import '${specifier}';\n`).join(''));
  }
  const report = lint(folder);
  const refused = new Set(
    report.diagnostics
      .filter(({ category }) => category === 'lint/style/noRestrictedImports')
      .map(({ location }) => `${location.path}:${location.start.line}`),
  );
  const missing = [...files].flatMap(([file, rows]) =>
    rows.flatMap(([, specifier], index) =>
      refused.has(`${file}:${index + 1}`) ? [] : [`${file} may import ${specifier}`],
    ),
  );
  expect(missing).toEqual([]);
});

interface Report {
  diagnostics: { category: string; location: { path: string; start: { line: number } } }[];
}

function lint(folder: string): Report {
  const biome = join(import.meta.dirname, '../../node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as Report;
}
