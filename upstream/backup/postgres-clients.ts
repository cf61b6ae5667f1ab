import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Started {
  readonly input: Writable;
  readonly output: Readable;
  /** Rejects with the program's own complaint. */
  readonly done: Promise<void>;
}

/** PostgreSQL's client programs. */
export interface Clients {
  start(command: string, args: string[], password?: string): Started;
  /** Runs one of the programs on the database at `url`. */
  run(command: string, args: string[], url: string, input?: Readable): Promise<void>;
}

export function createClients(env: Environment): Clients {
  function start(command: string, args: string[], password = ''): Started {
    const child = spawn(command, args, {
      env: password === '' ? env : { ...env, PGPASSWORD: password },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const complaint = text(child.stderr);
    // A program that ends early reads no more of its input.
    child.stdin.on('error', () => {});
    const done = new Promise<void>((resolve, reject) => {
      child.once('error', (error) =>
        reject(new Error(`${command} could not be run: ${error.message}. Install PostgreSQL's client programs.`)),
      );
      child.once('close', async (status) => {
        if (status === 0) return resolve();
        reject(new Error(`${command} failed and nothing was changed: ${(await complaint).trim()}`));
      });
    });
    return { input: child.stdin, output: child.stdout, done };
  }
  return {
    start,
    run(command, args, url, input) {
      // The password is no argument, because every user of the machine can read those in the list of processes.
      const { open, password } = withoutPassword(url);
      const started = start(command, [...args, `--dbname=${open}`], password);
      if (input) input.pipe(started.input);
      else started.input.end();
      started.output.resume();
      return started.done;
    },
  };
}

/** A URL with its password apart. */
export function withoutPassword(url: string): { open: string; password: string } {
  const [, user = '', password = '', rest = ''] = /^([^:]+:\/\/[^:@/?#]*):([^@/?#]*)(@.*)$/s.exec(url) ?? [];
  return rest === '' ? { open: url, password: '' } : { open: user + rest, password: decodeURIComponent(password) };
}
