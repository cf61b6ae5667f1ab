import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Banners } from './banners.tsx';

const pageOf = (build: string) => `<script type="module" src="/assets/index-${build}.js"></script>`;
const minutes = (count: number) => count * 60_000;
let served: () => Promise<Response>;
let asked: unknown[][];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  document.head.innerHTML = pageOf('AAAAAAAA');
  asked = [];
  vi.stubGlobal('fetch', (...args: unknown[]) => {
    asked.push(args);
    return served();
  });
});

async function comeBackAfter(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await act(async () => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve));
  });
}

const banner = () => screen.queryByText(/A new version is here/);

it('says that there is a new version to whoever comes back to the tab, and leaves the reload to them', async () => {
  served = async () => new Response(pageOf('BBBBBBBB'));
  render(<Banners />);
  await comeBackAfter(minutes(6));
  expect(banner()).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Reload' })).not.toBeNull();
  expect(asked).toEqual([['/index.html', { credentials: 'omit', cache: 'no-cache' }]]);
  await comeBackAfter(minutes(60));
  expect(asked).toHaveLength(1);
});

it('asks no more often than every few minutes', async () => {
  served = async () => new Response(pageOf('AAAAAAAA'));
  render(<Banners />);
  await comeBackAfter(minutes(1));
  expect(asked).toHaveLength(0);
  await comeBackAfter(minutes(5));
  await comeBackAfter(minutes(1));
  expect(asked).toHaveLength(1);
  await comeBackAfter(minutes(5));
  expect(asked).toHaveLength(2);
  expect(banner()).toBeNull();
});

it.each([
  ['there is no network', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server is being replaced', async () => new Response(pageOf('BBBBBBBB'), { status: 502 })],
  ['a development server answers', async () => new Response('<script type="module" src="/main.tsx"></script>')],
])('says nothing when %s', async (_, answer) => {
  served = answer;
  render(<Banners />);
  await comeBackAfter(minutes(6));
  expect(asked).toHaveLength(1);
  expect(banner()).toBeNull();
});
