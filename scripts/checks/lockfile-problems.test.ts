import { describe, expect, it } from 'vitest';
import { readSignatures, withoutIntegrity } from './lockfile-problems.ts';

describe('entries of the lock file without integrity', () => {
  const find = (packages: Record<string, object>) => withoutIntegrity({ packages });

  it('are none where every entry has a hash, and the project itself needs none', () => {
    expect(find({ '': {}, 'node_modules/a': { integrity: 'sha512-x' }, 'node_modules/b': { link: true } })).toEqual([]);
  });

  it('are named, also where the hash is too weak or the package is for another system', () => {
    const packages = {
      'node_modules/a': {},
      'node_modules/b/node_modules/@s/c': { integrity: 'sha1-x' },
      'node_modules/mac': { optional: true, os: ['darwin'] },
    };
    expect(find(packages)).toEqual(['a', '@s/c', 'mac']);
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

  it('is skipped for its error, not for a setting that npm does not know', () => {
    const output =
      'npm warn Unknown env config "nodedir". This will stop working.\nnpm error code EAI_AGAIN\nnpm error network failed';
    expect(readSignatures(1, output)).toEqual({ outcome: 'skipped', reason: 'network failed' });
  });
});
