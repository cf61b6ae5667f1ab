import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const list = 'test-results/unfinished.json';

/** The files that Vitest has begun and not ended: it cannot say so itself any more when it is ended. */
export function unfinishedFiles(): string[] {
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}

/** Writes them down, for whoever ends a run that hangs. */
export default class UnfinishedFiles implements Reporter {
  readonly #files = new Set<string>();

  onInit(): void {
    this.#write();
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#files.add(relative('.', moduleId));
    this.#write();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#files.delete(relative('.', moduleId));
    this.#write();
  }

  #write(): void {
    mkdirSync(dirname(list), { recursive: true });
    writeFileSync(list, JSON.stringify([...this.#files]));
  }
}
