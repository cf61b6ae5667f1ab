import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Colour, contrast, toRgb } from '#tests/support/oklch.ts';

const sheet = readFileSync('client/styles/main.css', 'utf8');

/** The colours of a theme by token, as main.css declares them. */
function tokensOf(theme: 'light' | 'dark'): ReadonlyMap<string, Colour> {
  const [, block = ''] = sheet.split(`name: "${theme}";`);
  const declared = block
    .slice(0, block.indexOf('}'))
    .matchAll(/--(?:color-)?([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return new Map(
    [...declared].map(([, name = '', ...parts]) => {
      const [lightness = 0, chroma = 0, hue = 0] = parts.map(Number);
      return [name, [lightness, chroma, hue]];
    }),
  );
}

/** The levels from the page up. The contrast of texts is axe's, in the journeys. */
const levels = ['base-200', 'base-100', 'raised'];

const controls = ['outline', 'primary', 'error'].flatMap((line) => levels.map((level) => [line, level] as const));

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  const colourOf = (token: string) => {
    const colour = tokens.get(token);
    if (!colour) throw new Error(`main.css declares no ${token} in the ${theme} theme`);
    return toRgb(colour);
  };

  it.each(controls)('the edge of a control in %s stands out on %s', (line, ground) => {
    expect(contrast(colourOf(line), colourOf(ground))).toBeGreaterThanOrEqual(3);
  });
});

it('rises in the dark theme by steps that are seen: the page, then a surface, then what lies above it', () => {
  const [page = 0, surface = 0, raised = 0] = levels.map((level) => tokensOf('dark').get(level)?.[0]);
  expect(page).toBeGreaterThanOrEqual(0.18);
  expect(surface - page).toBeGreaterThanOrEqual(0.04);
  expect(raised - surface).toBeGreaterThanOrEqual(0.04);
});
