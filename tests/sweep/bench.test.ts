import { describe, expect, it } from 'vitest';
import { parts } from '#bench/main.ts';
import { skipFor } from '#tests/support/lacks.ts';
import { findChromium } from '../../scripts/find-chromium.mjs';

/** The cells of every table in a text, headings and the line below them left out. */
function tableRows(text: string): string[][] {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
  return rows.filter((cells, at) => cells[0] !== '---' && rows[at + 1]?.[0] !== '---');
}

// Far too short to measure speed. Each part must measure something and end.
describe('a part of the bench', () => {
  it.for(parts)('$name prints tables with figures in every row', async ({ name, run }, context) => {
    if (name === 'paint' && findChromium() === undefined) return skipFor(context, 'Chromium is not installed');
    const text = await run({ rounds: 1, milliseconds: 20, isSmall: true, isLarge: false });
    const rows = tableRows(text);
    expect(rows.length).toBeGreaterThan(0);
    for (const [row, ...figures] of rows) expect(figures.join(), row).toMatch(/\d/);
    expect(text).not.toContain('undefined');
  });
});
