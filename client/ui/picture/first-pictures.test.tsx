import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { askForFirstPictures } from './first-pictures.ts';
import { Picture } from './picture.tsx';

const idOf = (n: number) => String(n).padStart(24, '0');
const uploaded = (n: number) => `/api/media/${idOf(n)}/card.webp`;

const asked = () =>
  [...document.head.querySelectorAll('link[rel="preload"][as="image"]')].map((link) => [
    link.getAttribute('imagesrcset'),
    link.getAttribute('imagesizes'),
  ]);

it('nothing is asked for that the screen does not show', () => {
  const before = asked();
  askForFirstPictures({ answer: [{ coverUrl: uploaded(7) }], shown: ['photoUrl'] });
  expect(asked()).toEqual(before);
});

it('the first pictures of answers are asked for as they are shown, each once, and no more than a screenful', () => {
  askForFirstPictures({
    answer: [
      { capabilities: ['media'] },
      [
        { photoUrl: uploaded(1), coverUrl: uploaded(2) },
        { photoUrl: 'https://pictures.example/far.png', creator: { photoUrl: uploaded(1) } },
        { projectImage: uploaded(3), creator: null },
        { photoUrl: uploaded(4) },
        { photoUrl: uploaded(5) },
      ],
    ],
    shown: ['photoUrl', 'coverUrl', 'projectImage'],
  });
  const { container } = render(
    (['avatar', 'cover', 'card', 'avatar', 'avatar'] as const).map((size, at) => (
      <Picture key={uploaded(at + 1)} src={uploaded(at + 1)} size={size}>
        Drawn
      </Picture>
    )),
  );
  const sources = [...container.querySelectorAll('source')];
  expect(asked()).toEqual(
    sources.slice(0, 4).map((source) => [source.getAttribute('srcset'), source.getAttribute('sizes')]),
  );
  const loading = [...container.querySelectorAll('img')].map((image) => image.getAttribute('loading'));
  expect(loading).toEqual(['eager', 'eager', 'eager', 'eager', 'lazy']);
});
