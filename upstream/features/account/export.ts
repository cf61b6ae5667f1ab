import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import { z } from 'zod';
import { time } from '#shared/api/parts.ts';
import { type OwnUser, ownUserSchema } from '#shared/api/users.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { iso } from '#upstream/iso.ts';
import { exportParts } from './export-parts.ts';

export const exportSchema = z.strictObject({
  exportedAt: time,
  profile: ownUserSchema,
  ...Object.fromEntries(exportParts.map(({ name }) => [name, z.array(z.unknown())])),
});

const chunkLength = 64 * 1024;

/** Sends a person's export; an instance sends each person one at a time. */
export type SendExport = (profile: OwnUser, res: Response) => Promise<void>;

export function createExport(deps: Deps): SendExport {
  const running = new Set<string>();
  return async (profile, res) => {
    const userId = profile._id;
    if (running.has(userId))
      throw new ApiError('rate_limited', 'Your export is being made already. Wait until it is complete.', {
        headers: { 'Retry-After': '10' },
      });
    running.add(userId);
    try {
      await sendExport(deps, profile, res);
    } finally {
      running.delete(userId);
    }
  };
}

/** Streams the file, so its size costs no memory. A client that disconnects midway is not an error. */
async function sendExport(deps: Deps, profile: OwnUser, res: Response): Promise<void> {
  res.set({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': 'attachment; filename="dotcode-export.json"',
  });
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  try {
    await pipeline(Readable.from(inChunks(exportText(deps, profile)), { highWaterMark: 2 }), res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

async function* exportText(deps: Deps, profile: OwnUser): AsyncGenerator<string> {
  const userId = profile._id;
  yield `{"exportedAt":${JSON.stringify(iso(deps.now()))},"profile":${JSON.stringify(profile)}`;
  for (const { name, items } of exportParts) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const item of items(deps, userId)) {
      yield separator + JSON.stringify(item);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

/**
 * In pieces of some size. Every piece ends the turn of the event loop: SQLite answers at once, so that a long export
 * would otherwise let no other call in.
 */
async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
    await nextTurn();
  }
  if (chunk !== '') yield chunk;
}
