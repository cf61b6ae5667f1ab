// `node scripts/draw-icons.ts`: draws the icons of an installed DotCode from client/public/icon.svg, into that folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from './find-chromium.mjs';

const folder = new URL('../client/public/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', folder), 'utf8');
const ground = /<rect[^>]* fill="(#\w+)"/.exec(svg)?.[1];
if (ground === undefined) throw new Error('icon.svg has no ground to fill the corners with.');

/** Systems crop a maskable icon to their own shape: the background reaches the edges, the sign stays in the centre. */
const icons = [
  { file: 'icon-192.png', size: 192, sign: 1, ground: 'transparent' },
  { file: 'icon-512.png', size: 512, sign: 1, ground: 'transparent' },
  { file: 'icon-maskable-192.png', size: 192, sign: 0.76, ground },
  { file: 'icon-maskable-512.png', size: 512, sign: 0.76, ground },
  { file: 'apple-touch-icon.png', size: 180, sign: 0.9, ground },
  // For programs that ask for this name without reading the page, which names icon.svg.
  { file: 'favicon.ico', size: 32, sign: 1, ground: 'transparent' },
];

/** An .ico file that holds one PNG picture. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const executablePath = findChromium();
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) });
try {
  const page = await browser.newPage();
  for (const icon of icons) {
    await page.setViewportSize({ width: icon.size, height: icon.size });
    await page.setContent(
      `<style>
        body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${icon.ground}; }
        svg { width: ${icon.sign * 100}%; }
      </style>${svg}`,
    );
    const png = await page.screenshot({ omitBackground: true });
    writeFileSync(new URL(icon.file, folder), icon.file.endsWith('.ico') ? icoOf(png, icon.size) : png);
  }
} finally {
  await browser.close();
}
