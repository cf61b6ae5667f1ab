import { type PictureFile, pictureIdOf, pictureUrl } from '#shared/pictures.ts';
import { productPicture, type Shared } from '#shared/shared-page.ts';

export interface LinkPicture {
  readonly path: string;
  /** The size in pixels, where it is known. */
  readonly width?: number;
  readonly height?: number;
  /** How Twitter shows it. */
  readonly card: 'summary' | 'summary_large_image';
}

/** The picture of a link: the uploaded cover, else the uploaded face, else the one that ships. WebP, because few sites read AVIF. */
export function linkPictureOf(shared: Shared): LinkPicture {
  const { cover, face } =
    shared.kind === 'project'
      ? { cover: shared.project.projectImage, face: undefined }
      : { cover: shared.user.coverUrl, face: shared.user.photoUrl };
  const ofCover = uploaded(cover, 'cover.webp');
  if (ofCover !== undefined) return { path: ofCover, card: 'summary_large_image' };
  const ofFace = uploaded(face, 'avatar.webp');
  if (ofFace !== undefined) return { path: ofFace, card: 'summary' };
  return { ...productPicture, card: 'summary_large_image' };
}

function uploaded(url: string | undefined, file: PictureFile): string | undefined {
  const id = url && pictureIdOf(url);
  return id ? pictureUrl(id, file) : undefined;
}
