import sharp from 'sharp';
import type { Plugin } from 'vite';
import { productPicture } from '#shared/drawing/product-picture.ts';
import { pictureFonts } from './letters.ts';

/** Draws /share.png, which links to the open pages show elsewhere (server/site/share-tags.ts). */
export function drawProductPicture(): Plugin {
  return {
    name: 'product-picture',
    apply: 'build',
    async generateBundle() {
      const svg = Buffer.from(productPicture(pictureFonts()));
      const source = await sharp(svg).png({ palette: true, quality: 90 }).toBuffer();
      this.emitFile({ type: 'asset', fileName: 'share.png', source });
    },
  };
}
