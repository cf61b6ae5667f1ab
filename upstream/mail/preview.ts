import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

/** The name that delivery.ts gives a mail. */
const mailName = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)\.\d{3}Z-([a-z-]+)-[0-9a-f]{24}\.(html|eml)$/;
const mostListed = 200;

/**
 * For development, at the upstream's own port: lists the mails that are files, newest first, and shows them. Their links
 * open accounts, so that only a browser on this machine gets them, and never through a proxy.
 */
export function previewOutbox(folder: string): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' || !isDirect(req)) return next();
    const name = req.path.slice(1);
    const [, , , type] = mailName.exec(name) ?? [];
    if (name === '') return sendList(res, await namesIn(folder));
    if (type === undefined) return next();
    // A mail is shown like a foreign page: no script, and nothing is loaded.
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups");
    res.type(type === 'html' ? 'text/html' : 'text/plain');
    createReadStream(join(folder, name)).once('error', next).pipe(res);
  };
}

/** A page of another site could reach the port by a name of its own that leads here: the name must be this machine's. */
function isDirect({ socket, headers }: Request): boolean {
  const isHere = /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
  const isNamedHere = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '');
  return isHere && isNamedHere && headers['x-forwarded-for'] === undefined && headers.via === undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.eml') && mailName.test(name))
    .sort()
    .reverse()
    .slice(0, mostListed);
}

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 45rem; margin: 2rem auto; padding: 0 1rem }
li { padding: .5rem 0; border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent) }
ul { list-style: none; padding: 0 }
small { opacity: .75 }
`;

function sendList(res: Response, names: readonly string[]): void {
  const items = names.map((name) => {
    const [, time = '', kind = ''] = mailName.exec(name) ?? [];
    const shown = time.replace(/T(\d\d)-(\d\d)-/, ' $1:$2:');
    const html = name.replace(/\.eml$/, '.html');
    return `<li><a href="/outbox/${html}">${kind}</a> <small>${shown} UTC, <a href="/outbox/${name}">source</a></small></li>`;
  });
  res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  res.type('text/html').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>
<style>${styles}</style></head>
<body><h1>Outbox</h1>
<p>Mails that would have been sent, newest first. Set MAIL_URL to send them.</p>
${items.length === 0 ? '<p>There are none yet.</p>' : `<ul>${items.join('\n')}</ul>`}
</body></html>`);
}
