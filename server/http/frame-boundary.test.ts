import { expect, it } from 'vitest';
import { FrameBoundary } from './frame-boundary.ts';

const frames = [
  Buffer.from([0x81, 0]),
  Buffer.concat([Buffer.from([0x81, 5]), Buffer.alloc(5)]),
  Buffer.concat([Buffer.from([0x82, 126, 1, 0]), Buffer.alloc(256)]),
  Buffer.concat([Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]), Buffer.alloc(65_536)]),
  Buffer.concat([Buffer.from([0x81, 0x85, 1, 2, 3, 4]), Buffer.alloc(5)]),
];

it.each([1, 2, 3, 7, 1000, 100_000])('knows the ends of frames in pieces of %i bytes', (size) => {
  const stream = Buffer.concat(frames);
  const ends = new Set<number>([0]);
  for (let at = 0, i = 0; i < frames.length; i += 1) {
    at += frames[i]?.length ?? 0;
    ends.add(at);
  }
  const boundary = new FrameBoundary();
  expect(boundary.isBetween).toBe(true);
  const wrong: number[] = [];
  for (let at = 0; at < stream.length; at += size) {
    const piece = stream.subarray(at, at + size);
    boundary.see(piece);
    if (boundary.isBetween !== ends.has(at + piece.length)) wrong.push(at);
  }
  expect(wrong).toEqual([]);
});

it('tells once when the next frame has ended', () => {
  const boundary = new FrameBoundary();
  let told = 0;
  boundary.see(Buffer.from([0x81, 3, 0]));
  boundary.onceBetween(() => {
    told += 1;
  });
  boundary.see(Buffer.from([0]));
  expect(told).toBe(0);
  boundary.see(Buffer.from([0]));
  boundary.see(Buffer.from([0x81, 0]));
  expect(told).toBe(1);
});
