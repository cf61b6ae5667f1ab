import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { reasonOf } from '#platform/log/reason.ts';
import { type Delivery, loadNodemailer } from './delivery.ts';

/** For development: each mail is an .eml file that mail programs open, and its link a line of the log. */
export function createFileDelivery(folder: string, log: Logger): Delivery {
  return {
    async send(message, { id, kind, link }) {
      try {
        const { createTransport } = await loadNodemailer();
        const made = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const name = `${message.date.toISOString().replaceAll(':', '-')}-${kind}-${id}`;
        // For the preview, which would otherwise have to take the .eml apart.
        await writeFile(join(folder, `${name}.html`), message.html, { mode: 0o600 });
        const file = join(folder, `${name}.eml`);
        // A reader of the folder never finds half a mail.
        await writeFile(`${file}.part`, made.message as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
        log.info({ file }, link === undefined ? `mail: ${message.subject}` : `mail: ${message.subject}: ${link}`);
        return { outcome: 'sent' };
      } catch (error) {
        return { outcome: 'delayed', reason: reasonOf(error) };
      }
    },
    close: () => undefined,
  };
}
