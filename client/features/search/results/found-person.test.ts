import { expect, it } from 'vitest';
import { fittingText } from './found-person.tsx';

const about = `${'words '.repeat(30)}and then Rust, of course`;

it('shows the text with the match, cut to begin shortly before it', () => {
  expect(fittingText(['Engineer', about], 'rust')).toMatch(/^…words .*and then Rust, of course$/);
  expect(fittingText(['Engineer', about], 'rust').length).toBeLessThan(90);
  expect(fittingText(['Writes Rust', about], 'rust')).toBe('Writes Rust');
});

it('shows the first text where none matches', () => {
  expect(fittingText([undefined, ' ', 'About me'], 'zig')).toBe('About me');
  expect(fittingText([undefined], 'zig')).toBe('');
});
