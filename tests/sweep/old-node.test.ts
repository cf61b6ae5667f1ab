import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let copy: string;
beforeAll(() => {
  // The entries of a product that asks for a Node newer than any: then every Node is too old.
  copy = mkdtempSync(join(tmpdir(), 'dotcode-old-node-'));
  for (const file of ['server/main.mjs', 'upstream/main.mjs', 'platform/config/require-node.mjs'])
    cpSync(file, join(copy, file));
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, engines: { node: '>=99.1' } }));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** The Node of this machine, if it is too old to run TypeScript. */
function olderNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders
    .map((folder) => join(folder, 'node'))
    .find((node) => {
      try {
        return Number.parseInt(execFileSync(node, ['--print', 'process.versions.node'], { encoding: 'utf8' }), 10) < 22;
      } catch {
        return false;
      }
    });
}

function run(node: string, program: string): Promise<{ status: number | null; stderr: string }> {
  return new Promise((done) => {
    const child = execFile(node, [program], (_error, _stdout, stderr) => done({ status: child.exitCode, stderr }));
  });
}

describe.each(['server/main.mjs', 'upstream/main.mjs'])('%s', (program) => {
  it('ends on a Node that is too old with a sentence that names both versions', async () => {
    expect(await run(process.execPath, join(copy, program))).toEqual({
      status: 1,
      stderr: `DotCode needs Node 99.1 or later, and this is Node ${process.versions.node}. Install a newer one, or use \`npm start\`, which brings its own.\n`,
    });
  });

  it('says the same where the old Node cannot load TypeScript, if this machine has one', async () => {
    const node = olderNode() ?? process.execPath;
    const { status, stderr } = await run(node, node === process.execPath ? join(copy, program) : resolve(program));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^DotCode needs Node .*\n$/);
  });
});
