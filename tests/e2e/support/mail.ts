import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { wordsOf } from '#tests/support/read-mail.ts';
import { startOwnProduct } from './own-product.ts';
import { test as base, expect, type WorkerFixtures } from './product.ts';

export { expect };

interface MailFixtures {
  /** The words of the newest mail of a kind to this address, once it is there. */
  mailTo: (address: string, kind: string) => Promise<string>;
}

/** A product that sends mail into files, as `npm start` does without MAIL_URL. */
export const test = base.extend<MailFixtures, WorkerFixtures>({
  productUrl: [
    async ({ databaseUrl }, use) => {
      const product = await startOwnProduct(databaseUrl, { MAIL_URL: '' });
      await use(product.url);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  mailTo: async ({ databaseUrl }, use) => {
    const outbox = join(dirname(databaseUrl.replace('sqlite:', '')), 'outbox');
    await use(async (address, kind) => {
      let words = '';
      const find = async () => {
        const names = await readdir(outbox).catch(() => []);
        const ofKind = names.filter((name) => name.endsWith('.eml') && name.includes(`-${kind}-`)).toSorted();
        for (const name of ofKind.toReversed()) {
          const source = await readFile(join(outbox, name), 'utf8');
          if (!source.includes(`To: ${address}`)) continue;
          words = wordsOf(source);
          return true;
        }
        return false;
      };
      await expect.poll(find).toBe(true);
      return words;
    });
  },
});
