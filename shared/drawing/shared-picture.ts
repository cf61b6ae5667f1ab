import type { PublicProfile } from '../api/public-pages.ts';
import type { Shared } from '../share-drawing.ts';
import { draw } from './draw.ts';
import { drawable, outlined, widthOf, wrap } from './letters.ts';
import { ink, type PictureFonts, pictureOf, pictureSize, pill, wordmark } from './picture-parts.ts';
import { drawnPart } from './to-svg.ts';

const left = 72;
/** A person's face takes the room below the cover that a project's name has. */
const coverHeights = { project: 290, profile: 250 } as const;

/** The picture of a link to a public page: its colours, its name, its skills. Text in scripts without letters is left out. */
export function sharedPicture(shared: Shared, fonts: PictureFonts): string {
  const { id, title, line, skills } = wordsOf(shared);
  const { width, height } = pictureSize;
  const isPerson = shared.kind === 'profile';
  const coverHeight = coverHeights[shared.kind];
  const text = (size: number, fill: string) => ({ letters: fonts.text, size, fill });
  const name = drawable(title, fonts.text);
  const large = text(isPerson ? 64 : 76, ink.text);
  const isLong = widthOf(name, large) > width - 2 * left;
  const heading = isLong ? text(54, ink.text) : large;
  const lines = wrap(name, heading, width - 2 * left, isPerson ? 1 : 2).filter(Boolean);
  const below = isPerson ? 440 : isLong ? 366 : 400;
  const after = below + Math.max(0, lines.length - 1) * 64;
  const small = text(30, ink.muted);
  const [shortLine = ''] = wrap(drawable(line, fonts.text), small, width - 2 * left, 1);
  return pictureOf([
    `<rect width="${width}" height="${height}" fill="${ink.card}"/>`,
    drawnPart(draw(id, 'band', 'light'), 'cover-', { x: 0, y: 0, width, height: coverHeight }),
    isPerson ? face(shared.user, fonts) : '',
    ...lines.map((each, at) => outlined(each, left, below + at * 64, heading)),
    outlined(shortLine, left, after + 54, small),
    ...pills(skills, width - 2 * left - 220, fonts),
    wordmark(width - left - widthOf('Dot.Code', { letters: fonts.mono, size: 34 }), 574, 34, fonts),
  ]);
}

function wordsOf(shared: Shared): { id: string; title: string; line: string; skills: readonly string[] } {
  if (shared.kind === 'project') {
    const { _id, projectName, skills, creator } = shared.project;
    const by = [creator.firstName, creator.lastName ?? ''].join(' ').trim();
    return { id: _id, title: projectName.trim() || 'Untitled project', line: `A project by ${by}`, skills };
  }
  const { _id, firstName, lastName, headline = 'A developer on DotCode', skills } = shared.user;
  return { id: _id, title: `${firstName} ${lastName}`, line: headline, skills };
}

function initialsOf({ firstName, lastName }: PublicProfile): string {
  return ([...firstName.trim()].slice(0, 1).join('') + [...lastName.trim()].slice(0, 1).join('')).toUpperCase();
}

/** A face over the lower edge of the cover, as on a profile. */
function face(user: PublicProfile, fonts: PictureFonts): string {
  const size = 184;
  const x = left;
  const y = coverHeights.profile - 108;
  const [middle, centre] = [x + size / 2, y + size / 2];
  const letters = { letters: fonts.text, size: 72, fill: '#fff' };
  const words = drawable(initialsOf(user), fonts.text);
  return [
    `<circle cx="${middle}" cy="${centre}" r="${size / 2 + 10}" fill="${ink.card}"/>`,
    `<clipPath id="face"><circle cx="${middle}" cy="${centre}" r="${size / 2}"/></clipPath>`,
    '<g clip-path="url(#face)">',
    drawnPart(draw(user._id, 'avatar', 'light'), 'face-', { x, y, width: size, height: size }),
    '</g>',
    outlined(words, middle - widthOf(words, letters) / 2, centre + 26, letters),
  ].join('');
}

/** As many skills as one row takes. */
function pills(skills: readonly string[], room: number, fonts: PictureFonts): string[] {
  const parts: string[] = [];
  let x = left;
  for (const skill of skills.map((each) => drawable(each, fonts.mono)).filter(Boolean)) {
    const { part, end } = pill(skill, x, 538, fonts);
    if (end > left + room) break;
    parts.push(part);
    x = end + 14;
  }
  return parts;
}
