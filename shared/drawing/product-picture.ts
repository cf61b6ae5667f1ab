import { draw } from './draw.ts';
import { outlined, widthOf } from './letters.ts';
import { ink, type PictureFonts, pictureOf, pictureSize, wordmark } from './picture-parts.ts';
import { drawnPart } from './to-svg.ts';

const card = { width: 380, height: 236, radius: 28, cover: 128, face: 84 } as const;

/** Three cards, each turned a little: the ids decide their colours. */
const cards = [
  { id: 'share-3', initials: 'AF', x: 742, y: 40, turn: 5 },
  { id: 'share-8', initials: 'JM', x: 650, y: 206, turn: -4 },
  { id: 'share-1', initials: 'KO', x: 762, y: 366, turn: 3 },
] as const;

/** The product in one picture, for links to its open pages. */
export function productPicture(fonts: PictureFonts): string {
  const { width, height } = pictureSize;
  const left = 84;
  const text = { letters: fonts.text, size: 84, fill: ink.text };
  const code = { letters: fonts.mono, size: 84, fill: ink.primary };
  return pictureOf([
    `<rect width="${width}" height="${height}" fill="${ink.page}"/>`,
    light('near', 1010, 90, 520, 280),
    light('far', 560, 640, 460, 190),
    ...cards.map((each, at) => drawnCard(each, `card${at}`, fonts)),
    wordmark(left, 122, 40, fonts),
    outlined('Connect.', left, 266, text),
    outlined('Collaborate.', left, 366, text),
    outlined('.Code', left - widthOf('.', code) * 0.3, 466, code),
    outlined('Meet developers and build together.', left, 548, { letters: fonts.text, size: 32, fill: ink.muted }),
  ]);
}

function light(name: string, x: number, y: number, radius: number, hue: 190 | 280): string {
  const colour = hue === 190 ? '#9fe3e6' : '#c9c3ff';
  const stops = [0.55, 0.27, 0].map(
    (opacity, at) => `<stop offset="${at / 2}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );
  return `<radialGradient id="${name}">${stops.join('')}</radialGradient><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${name})"/>`;
}

/** A card as the product shows a person: cover, face and three lines of text seen from afar. */
function drawnCard({ id, initials, x, y, turn }: (typeof cards)[number], name: string, fonts: PictureFonts): string {
  const { width, height, radius, cover, face } = card;
  const shape = `<rect width="${width}" height="${height}" rx="${radius}"`;
  const faceTop = cover - face / 2;
  const letters = { letters: fonts.text, size: 34, fill: '#fff' };
  const bar = (top: number, length: number, fill: string) =>
    `<rect x="${face + 52}" y="${top}" width="${length}" height="14" rx="7" fill="${fill}"/>`;
  return [
    `<g transform="translate(${x} ${y}) rotate(${turn} ${width / 2} ${height / 2})">`,
    `<clipPath id="${name}-clip">${shape}/></clipPath>`,
    `<clipPath id="${name}-face"><circle cx="${28 + face / 2}" cy="${faceTop + face / 2}" r="${face / 2}"/></clipPath>`,
    `<rect y="10" width="${width}" height="${height}" rx="${radius}" fill="${ink.text}" opacity="0.08"/>`,
    `${shape} fill="${ink.card}"/>`,
    `<g clip-path="url(#${name}-clip)">`,
    drawnPart(draw(id, 'card', 'light'), `${name}-cover-`, { x: 0, y: 0, width, height: cover }),
    '</g>',
    `<circle cx="${28 + face / 2}" cy="${faceTop + face / 2}" r="${face / 2 + 6}" fill="${ink.card}"/>`,
    `<g clip-path="url(#${name}-face)">`,
    drawnPart(draw(id, 'avatar', 'light'), `${name}-avatar-`, {
      x: 28,
      y: faceTop,
      width: face,
      height: face,
    }),
    '</g>',
    outlined(initials, 28 + (face - widthOf(initials, letters)) / 2, faceTop + face / 2 + 12, letters),
    bar(cover + 24, 150, ink.text),
    bar(cover + 52, 200, ink.line),
    `${shape} fill="none" stroke="${ink.line}" stroke-width="2"/>`,
    '</g>',
  ].join('');
}
