import { createAvatar } from '@dicebear/core';
import * as notionists from '@dicebear/notionists';
import { draw } from '#shared/drawing/draw.ts';
import { toSvg } from '#shared/drawing/to-svg.ts';

/** The parts of a face, by the numbers of the collection's variants. */
interface Face {
  hair: number | 'hat';
  body: number;
  lips: number;
  beard?: number;
  glasses?: number;
  isWaving?: boolean;
}

/** By key of person. Who is left out has the drawn avatar with the initials. */
export const faces: Readonly<Record<string, Face>> = {
  demo: { hair: 28, body: 16, lips: 23 },
  amara: { hair: 59, body: 22, lips: 27 },
  kenji: { hair: 53, body: 17, lips: 22, glasses: 8 },
  sofia: { hair: 36, body: 15, lips: 30 },
  lars: { hair: 25, body: 14, lips: 22, beard: 2 },
  priya: { hair: 41, body: 11, lips: 23 },
  mateusz: { hair: 35, body: 24, lips: 14, glasses: 11 },
  leila: { hair: 63, body: 13, lips: 27 },
  thabo: { hair: 60, body: 23, lips: 30 },
  chloe: { hair: 23, body: 18, lips: 22, glasses: 11 },
  diego: { hair: 33, body: 8, lips: 23, beard: 11 },
  hana: { hair: 47, body: 21, lips: 27 },
  yusuf: { hair: 27, body: 4, lips: 22, beard: 2 },
  mei: { hair: 2, body: 20, lips: 23, glasses: 8 },
  oluwaseun: { hair: 32, body: 25, lips: 27 },
  ingrid: { hair: 57, body: 12, lips: 22 },
  rafael: { hair: 40, body: 24, lips: 30, beard: 12 },
  aisha: { hair: 62, body: 15, lips: 23 },
  nikolai: { hair: 44, body: 19, lips: 22, glasses: 3 },
  emma: { hair: 48, body: 6, lips: 30 },
  arjun: { hair: 21, body: 25, lips: 22, beard: 10 },
  fatou: { hair: 61, body: 11, lips: 27 },
  giulia: { hair: 58, body: 9, lips: 23 },
  jin: { hair: 16, body: 2, lips: 22 },
  tomas: { hair: 22, body: 17, lips: 30, beard: 1 },
  nadia: { hair: 10, body: 13, lips: 27 },
  marisol: { hair: 46, body: 22, lips: 23 },
  hannah: { hair: 8, body: 23, lips: 14 },
  samuel: { hair: 'hat', body: 5, lips: 27 },
  elena: { hair: 11, body: 18, lips: 22, glasses: 8 },
  olga: { hair: 43, body: 21, lips: 23 },
  malik: { hair: 31, body: 18, lips: 30 },
  tala: { hair: 37, body: 15, lips: 27, isWaving: true },
  isak: { hair: 52, body: 23, lips: 22 },
  grace: { hair: 39, body: 19, lips: 23 },
  anders: { hair: 42, body: 25, lips: 22, glasses: 11, beard: 10 },
};

/** Of the landing page. */
export const strangers = {
  ana: { hair: 36, body: 15, lips: 27 },
  yuki: { hair: 53, body: 18, lips: 22, glasses: 11 },
} as const;

const variant = (part: number | 'hat') =>
  (part === 'hat' ? part : `variant${String(part).padStart(2, '0')}`) as 'variant01';

/** A square with the person before the colours that the drawn avatar of this key would have. */
export function portraitOf(key: string, { hair, body, lips, beard, glasses, isWaving = false }: Face): string {
  const figure = createAvatar(notionists, {
    seed: key,
    hair: [variant(hair)],
    body: [variant(body)],
    lips: [variant(lips)],
    beard: [variant(beard ?? 1)],
    beardProbability: beard === undefined ? 0 : 100,
    glasses: [variant(glasses ?? 1)],
    glassesProbability: glasses === undefined ? 0 : 100,
    gesture: ['wavePointLongArms'],
    gestureProbability: isWaving ? 100 : 0,
  }).toString();
  const inner = (svg: string) => svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
  const box = /viewBox="([^"]+)"/.exec(figure)?.[1] ?? '';
  const [x = 0, y = 0, side = 0] = box.split(' ').map(Number);
  // Nearer to the face; a raised arm needs the whole width.
  const shown = isWaving ? [x, y, side] : [x + side * 0.1, y + side * 0.09, side * 0.78];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
    <svg width="256" height="256" viewBox="0 0 100 100">${inner(toSvg(draw(key, 'avatar', 'light')))}</svg>
    <svg width="256" height="256" viewBox="${shown.join(' ')} ${shown[2]}">${inner(figure)}</svg>
  </svg>`;
}
