import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif';

/** A picture in one colour. The id of an upload depends on the colour and the size. */
export async function picture(
  format: Format = 'png',
  { width = 400, height = 300, colour = '#336699' }: { width?: number; height?: number; colour?: string } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return own(
    await sharp(canvas(width, height, colour))
      .toFormat(format)
      .toBuffer(),
  );
}

/** A photograph as a phone makes it: on its side, with the place in its metadata. */
export async function photoWithMetadata(): Promise<Uint8Array<ArrayBuffer>> {
  const exif = { IFD0: { Artist: 'Ada Lovelace', Copyright: 'secret place' } };
  return own(
    await sharp(canvas(400, 200, '#a03030'))
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );
}

export async function animation(): Promise<Uint8Array<ArrayBuffer>> {
  const frames = await Promise.all(
    ['#000000', '#ffffff'].map((colour) =>
      sharp(canvas(40, 40, colour))
        .png()
        .toBuffer(),
    ),
  );
  return own(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
}

/** A PNG of a few kilobytes whose head promises this many pixels. */
export function decompressionBomb(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(4 * 1024 ** 2));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return own(Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]));
}

function canvas(width: number, height: number, background: string) {
  return { create: { width, height, channels: 3 as const, background } };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function own(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}
