interface LockEntry {
  version?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

export interface Lockfile {
  packages: Readonly<Record<string, LockEntry>>;
}

interface Machine {
  platform: string;
  arch: string;
  /** Of Linux. */
  libc: 'glibc' | 'musl';
}

/**
 * Entries of package-lock.json without a hash of their content, by name. `elsewhere` are optional ones that this machine
 * never installs: a registry that does not offer them gives npm no hash to write down.
 */
export function withoutIntegrity(lock: Lockfile, machine: Machine): { here: string[]; elsewhere: string[] } {
  const found = { here: [] as string[], elsewhere: [] as string[] };
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link || /^sha(256|384|512)-/.test(entry.integrity ?? '')) continue;
    (entry.optional && !isFor(entry, machine) ? found.elsewhere : found.here).push(
      path.replace(/^.*node_modules\//, ''),
    );
  }
  return found;
}

function isFor({ os, cpu, libc }: LockEntry, machine: Machine): boolean {
  return fits(os, machine.platform) && fits(cpu, machine.arch) && fits(libc, machine.libc);
}

function fits(allowed: readonly string[] | undefined, value: string): boolean {
  if (allowed === undefined || allowed.includes(`!${value}`)) return allowed === undefined;
  return allowed.includes(value) || allowed.every((one) => one.startsWith('!'));
}

export type Signatures = { outcome: 'good' | 'bad' | 'skipped'; reason: string };

/** What `npm audit signatures` has said: a registry without signatures, or out of reach, is no verdict. */
export function readSignatures(status: number | null, output: string): Signatures {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|warn|ERR!|WARN) ?/, '').trim());
  const verdict = lines.find((line) => /\d+ packages? ha(s|ve) (an? )?(invalid|missing)/.test(line));
  if (verdict !== undefined) return { outcome: 'bad', reason: verdict };
  const good = lines.find((line) => /ha(s|ve) (a )?verified registry signatures?/.test(line));
  if (status === 0 && good !== undefined) return { outcome: 'good', reason: good };
  const problem = lines.find(
    (line) => line !== '' && !line.startsWith('Unknown user config') && !/^code |^errno |^syscall /.test(line),
  );
  return { outcome: 'skipped', reason: problem ?? 'npm said nothing' };
}
