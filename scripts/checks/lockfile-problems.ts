interface LockEntry {
  integrity?: string;
  link?: boolean;
}

export interface Lockfile {
  packages: Readonly<Record<string, LockEntry>>;
}

/** Entries of package-lock.json without a strong hash of their content, by name. */
export function withoutIntegrity(lock: Lockfile): string[] {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.link && !/^sha(256|384|512)-/.test(entry.integrity ?? ''))
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}

export type Signatures = { outcome: 'good' | 'bad' | 'skipped'; reason: string };

/** The verdict of `npm audit signatures`; none if the registry has no signatures or cannot be reached. */
export function readSignatures(status: number | null, output: string): Signatures {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|warn|ERR!|WARN) ?/, '').trim());
  const verdict = lines.find((line) => /\d+ packages? ha(s|ve) (an? )?(invalid|missing)/.test(line));
  if (verdict !== undefined) return { outcome: 'bad', reason: verdict };
  const good = lines.find((line) => /ha(s|ve) (a )?verified registry signatures?/.test(line));
  if (status === 0 && good !== undefined) return { outcome: 'good', reason: good };
  const problem = lines.find(
    (line) => line !== '' && !/^Unknown (user|env) config/.test(line) && !/^code |^errno |^syscall /.test(line),
  );
  return { outcome: 'skipped', reason: problem ?? 'npm said nothing' };
}
