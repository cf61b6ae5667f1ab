import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own in a temporary folder, which can be filled up. */
export class SmallDisk {
  readonly folder: string;
  readonly #fillers: string[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Undefined where this user may mount nothing. */
  static mount(megabytes: number): SmallDisk | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'dotcode-drill-'));
    const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'dotcode-drill', folder];
    if (spawnSync('mount', args).status === 0) return new SmallDisk(folder);
    rmSync(folder, { recursive: true });
    return undefined;
  }

  /** Takes all space, and what was freed since the last call. */
  fill(): void {
    const filler = join(this.folder, `filler-${this.#fillers.length}`);
    this.#fillers.push(filler);
    const file = openSync(filler, 'w');
    try {
      for (let size = 64 * 1024; size >= 1; size = Math.floor(size / 4)) writeWhilePossible(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    for (const filler of this.#fillers.splice(0)) rmSync(filler);
  }

  unmount(): void {
    spawnSync('umount', ['--quiet', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function writeWhilePossible(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
