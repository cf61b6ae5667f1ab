import type { UpstreamAnswer } from '#server/request/ask-upstream.ts';
import { apiPaths } from '#shared/paths.ts';
import { type PictureFile, pictureIdOf } from '#shared/pictures.ts';
import type { Shared } from '#shared/share-drawing.ts';
import type { PictureJob, PicturePlace } from './picture-maker.ts';
import { tryAgainSoon } from './try-again-soon.ts';

/** The size of an upload that a place takes. */
const files: Record<PicturePlace, PictureFile> = { cover: 'cover.webp', face: 'avatar.webp' };

/**
 * Reads the uploaded pictures of what is shown from the upstream; those of other sites are never read. A picture that is
 * gone is left out. Throws 503 where the upstream could not say, so that no picture without a face is kept.
 */
export async function readUploads(
  shared: Shared,
  ask: (path: string) => Promise<UpstreamAnswer>,
): Promise<PictureJob['uploads']> {
  const uploads: PictureJob['uploads'] = {};
  for (const [place, url] of placesOf(shared)) {
    const id = pictureIdOf(url);
    if (id === undefined) continue;
    const { status, bytes } = await ask(`${apiPaths.media}/${id}/${files[place]}`);
    if (status >= 500 || status === 429) throw tryAgainSoon();
    if (status === 200) uploads[place] = bytes;
  }
  return uploads;
}

function placesOf(shared: Shared): [PicturePlace, string][] {
  const { cover = '', face = '' } =
    shared.kind === 'project'
      ? { cover: shared.project.projectImage, face: shared.project.creator.photoUrl }
      : { cover: shared.user.coverUrl, face: shared.user.photoUrl };
  return [
    ['cover', cover],
    ['face', face],
  ];
}
