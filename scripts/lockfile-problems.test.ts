import { describe, expect, it } from 'vitest';
import { readSignatures, withoutIntegrity } from './lockfile-problems.ts';

const linux = { platform: 'linux', arch: 'x64', libc: 'glibc' } as const;

describe('entries of the lock file without integrity', () => {
  const find = (packages: Record<string, object>) => withoutIntegrity({ packages }, linux);

  it('are none where every entry has a hash, and the project itself needs none', () => {
    expect(find({ '': {}, 'node_modules/a': { integrity: 'sha512-x' }, 'node_modules/b': { link: true } })).toEqual({
      here: [],
      elsewhere: [],
    });
  });

  it('are named, also where the hash is too weak', () => {
    expect(find({ 'node_modules/a': {}, 'node_modules/b/node_modules/@s/c': { integrity: 'sha1-x' } }).here).toEqual([
      'a',
      '@s/c',
    ]);
  });

  it('count where they could be installed here, and are told apart where they could not', () => {
    const found = find({
      'node_modules/mac': { optional: true, os: ['darwin'] },
      'node_modules/arm': { optional: true, os: ['linux'], cpu: ['arm64'] },
      'node_modules/musl': { optional: true, os: ['linux'], libc: ['musl'] },
      'node_modules/not-here': { optional: true, os: ['!linux'] },
      'node_modules/needed': { os: ['darwin'] },
      'node_modules/fits': { optional: true, os: ['linux'], cpu: ['x64'] },
      'node_modules/not-mac': { optional: true, os: ['!darwin'] },
    });
    expect(found).toEqual({ here: ['needed', 'fits', 'not-mac'], elsewhere: ['mac', 'arm', 'musl', 'not-here'] });
  });
});

describe('what npm audit signatures says', () => {
  it.each([
    [0, 'audited 750 packages in 4s\n\n750 packages have verified registry signatures\n', 'good'],
    [1, '1 package has an invalid registry signature:\n\nleft-pad@1.0.0', 'bad'],
    [1, '2 packages have missing registry signatures but the registry is providing signing keys', 'bad'],
    [1, 'npm error code ENOTFOUND\nnpm error network request to https://registry.example failed', 'skipped'],
    [0, 'found no installed dependencies to audit that were installed from a supported registry', 'skipped'],
  ] as const)('is read from status %i and %j as %s', (status, output, outcome) => {
    expect(readSignatures(status, output).outcome).toBe(outcome);
  });
});
