import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Picture } from './picture.tsx';

const shown = (src: string | undefined) => (
  <Picture src={src} size="avatar" alt="A face">
    <span>Drawn</span>
  </Picture>
);

it('gives way to the drawn one when it cannot be loaded, until there is another', () => {
  const { rerender } = render(shown('https://pictures.example/gone.png'));
  const image = screen.getByAltText('A face');
  expect(image.getAttribute('referrerpolicy'), 'the other site does not learn which page shows it').toBe('no-referrer');
  fireEvent.error(image);
  expect(screen.queryByAltText('A face'), 'no icon of the browser').toBeNull();
  screen.getByText('Drawn');
  rerender(shown('https://pictures.example/there.png'));
  expect(screen.getByAltText('A face').getAttribute('src')).toBe('https://pictures.example/there.png');
});

it.each([
  ['none', undefined],
  ['one that is no link', 'javascript:alert(1)'],
])('is drawn for %s', (_name, src) => {
  render(shown(src));
  expect(screen.queryByAltText('A face')).toBeNull();
});
