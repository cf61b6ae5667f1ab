import type { PublicProfile, PublicProject } from './api/public-pages.ts';

/** What a public page shows. */
export type Shared =
  | { readonly kind: 'project'; readonly project: PublicProject }
  | { readonly kind: 'profile'; readonly user: PublicProfile };

/** What the page needs of the site, beside what it shows. */
export interface ShareSite {
  /** PUBLIC_URL, or empty: then addresses are relative. */
  readonly origin: string;
  /** The rules inside the page, allowed by their hash. */
  readonly styles: string;
  /** Path of the picture that links show. */
  readonly picture: string;
}

/** The functions of the bundle that draws public pages: client/features/share/draw.tsx, built to .vite/share.mjs. */
export interface ShareDrawings {
  /** The whole page. */
  drawSharePage(shared: Shared, site: ShareSite): string;
}

/** The size, in pixels, that most sites ask for a picture of a link (https://ogp.me). */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Pixels of the places for uploaded pictures inside the picture of a link. */
export const picturePlaces = {
  cover: { width: pictureSize.width, height: 250 },
  face: { width: 200, height: 200 },
} as const;

/** Uploaded pictures as `data:` addresses, each of the size of its place; drawn from the id where there is none. */
export type PlacedPictures = Partial<Record<keyof typeof picturePlaces, string>>;

/** One file of a font, and the first and last code points of the letters that it has. */
export interface LetterFile {
  readonly file: string;
  /** `text` and `mono` are the product's own; a file of further letters is a family by itself. */
  readonly family: string;
  readonly weight: 400 | 600;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** The fonts of pictures: .vite/letters/index.json lists them, earlier ones first. */
export interface Letters {
  readonly files: readonly LetterFile[];
  readonly read: (file: string) => Promise<Buffer>;
}

/** The functions of the bundle that draws pictures: client/features/share/picture/draw-picture.tsx, built to .vite/picture.mjs. */
export interface PictureDrawings {
  /** The picture of a link, as SVG with its text as outlines. */
  drawSharePicture(shared: Shared, pictures: PlacedPictures, letters: Letters): Promise<string>;
}
