import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import type { Letters } from '#shared/share-drawing.ts';
import { licences, pictureLetters } from './letters.ts';
import { runClientModule } from './prerendered-pages.ts';
import { nodeProgram } from './share-pages.ts';

const entry = fileURLToPath(new URL('../client/features/share/picture/draw-picture.tsx', import.meta.url));

/**
 * Writes what the gateway draws the pictures of links with: the program, with satori in it, to .vite/picture.mjs, and its
 * fonts to .vite/letters. Also draws /share.png, which links to the open pages show (server/site/open-page-tags.ts).
 */
export function sharePictures(): Plugin {
  return {
    name: 'share-pictures',
    apply: 'build',
    async generateBundle() {
      const built = await pictureLetters();
      const sources = new Map(built.map(({ file, source }) => [file, source]));
      const files = built.map(({ source: _source, ...file }) => file);
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName, source });
      for (const [file, source] of sources) emit(`.vite/letters/${file}`, source);
      emit('.vite/letters/LICENCES.txt', licences());
      emit('.vite/letters/index.json', JSON.stringify(files));
      emit('.vite/picture.mjs', await nodeProgram(entry));
      const read = async (file: string) => sources.get(file) ?? Promise.reject(new Error(`There is no font ${file}.`));
      const { drawProductPicture } = await runClientModule<{
        drawProductPicture: (letters: Letters) => Promise<string>;
      }>(entry);
      const svg = Buffer.from(await drawProductPicture({ files, read }));
      emit('share.png', await sharp(svg).png({ palette: true, quality: 90 }).toBuffer());
    },
  };
}
