import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Picture } from './picture.tsx';

const shown = (src: string | undefined) => (
  <Picture src={src} size="avatar" alt="A face">
    <span>Drawn</span>
  </Picture>
);

it('gives way to the drawn one when it cannot be loaded, until there is another', () => {
  const { rerender } = render(shown('https://pictures.example/gone.png'));
  fireEvent.error(screen.getByAltText('A face'));
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

it('a face that two people have is nobody’s, here and at the next visit', () => {
  const face = 'https://pictures.example/given-to-all.png';
  const avatar = (_id: string, firstName: string) => (
    <Avatar person={{ _id, firstName, lastName: 'Lima', photoUrl: face }} />
  );
  const { container, rerender } = render(avatar('ana', 'Ana'));
  const faces = () => container.querySelectorAll('img').length;
  expect(faces(), 'it may be the person’s own').toBe(1);
  rerender(
    <>
      {avatar('ana', 'Ana')}
      {avatar('ben', 'Ben')}
    </>,
  );
  expect(faces()).toBe(0);
  screen.getByText('BL');
  rerender(avatar('cem', 'Cem'));
  expect(faces()).toBe(0);
});
