import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';
import type { GatewayResponse } from '#server/request/facts.ts';
import { acceptedEncoding, type Encoding } from './files.ts';

/** A page in every encoding. */
export type Page = Readonly<Record<Encoding, Buffer>>;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a page, outside the event loop. */
export async function makePage(html: string): Promise<Page> {
  const identity = Buffer.from(html);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  };
  const [br, gzipped] = await Promise.all([compressBrotli(identity, options), compressGzip(identity)]);
  return { br, gzip: gzipped, identity };
}

export function sendPage(
  page: Page,
  req: Request,
  res: GatewayResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  const encoding = acceptedEncoding(req, page);
  res.status(status).set(headers).type('html');
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.send(page[encoding]);
}
