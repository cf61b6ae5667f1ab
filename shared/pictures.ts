import { apiPaths } from './paths.ts';

// Apart from the schemas of shared/api: the client and the gateway need these values, and no schema.

/** The address of one size of an uploaded picture, with the picture's id. */
export const uploadedUrl = /^\/api\/media\/([0-9a-f]{24})\/(?:avatar|card|cover)\.(?:avif|webp)$/;

/** The sizes of an uploaded picture: its longest side in pixels. `avatar` is a square. */
export const pictureSizes = { avatar: 256, card: 640, cover: 1280 } as const;

export type PictureSize = keyof typeof pictureSizes;

export const pictureFormats = ['avif', 'webp'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

export type PictureFile = `${PictureSize}.${PictureFormat}`;

/** Every size in every format, with the name of its file. */
export const pictureVariants = (Object.keys(pictureSizes) as PictureSize[]).flatMap((size) =>
  pictureFormats.map((format) => ({ size, format, file: `${size}.${format}` as const })),
);

/** The formats that may be uploaded. Animated pictures are refused. */
export const uploadTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;

export function pictureUrl(id: string, file: PictureFile = 'card.webp'): string {
  return `/api/${apiPaths.mediaFile(id, file)}`;
}

/** The id of an uploaded picture, or undefined for a link to another site. */
export function pictureIdOf(url: string): string | undefined {
  return uploadedUrl.exec(url)?.[1];
}

/** The address of a picture in a conversation. Only the people of the conversation are answered. */
export function chatPictureUrl(id: string, file: PictureFile = 'card.webp'): string {
  return `/api/${apiPaths.chatPictureFile(id, file)}`;
}

/** The id of such a picture, or undefined for any other address. */
export function chatPictureIdOf(url: string): string | undefined {
  return /^\/api\/chat\/picture\/([0-9a-f]{24})\/(?:avatar|card|cover)\.(?:avif|webp)$/.exec(url)?.[1];
}
