import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as ReactRouter from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { slim } from './slim-router.ts';

const inPackages = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

let slimmed: typeof ReactRouter;
beforeAll(async () => {
  const folder = inPackages('react-router/dist/production');
  const chunks = readdirSync(folder).filter((file) => /^chunk-\w+\.mjs$/.test(file));
  const sources = chunks.map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const source = sources.find((code) => code.includes('var Form = ')) ?? '';
  // Beside the packages, where its own imports are found.
  mkdirSync(inPackages('.cache'), { recursive: true });
  const file = inPackages('.cache/slim-router.mjs');
  writeFileSync(file, slim(source));
  slimmed = (await import(/* @vite-ignore */ file)) as typeof ReactRouter;
});

function open() {
  const children = [
    { path: '/', element: null },
    { path: '/project/:id', element: null },
  ];
  const router = slimmed.createMemoryRouter([{ errorElement: null, element: null, children }]);
  const seen: string[] = [];
  router.subscribe(({ location, navigation, historyAction }) => {
    seen.push(`${historyAction} ${location.pathname}${location.hash} ${navigation.state}`);
  });
  return { router, seen };
}

it('goes to routes, to places of a page and back, each in one step', async () => {
  const { router, seen } = open();
  await router.navigate('/project/7?from=feed', { state: { from: 'feed' } });
  expect(router.state.matches.at(-1)?.params).toEqual({ id: '7' });
  expect(router.state.location).toMatchObject({ search: '?from=feed', state: { from: 'feed' } });
  await router.navigate('#people');
  await router.navigate('/', { replace: true });
  await router.navigate(-1);
  expect(seen).toEqual([
    'PUSH /project/7 idle',
    'PUSH /project/7#people idle',
    'REPLACE / idle',
    'POP /project/7 idle',
  ]);
});

it('an unknown address is a 404 of the outermost route', async () => {
  const { router } = open();
  await router.navigate('/nowhere');
  expect(Object.values(router.state.errors ?? {})).toEqual([expect.objectContaining({ status: 404 })]);
  await router.navigate('/');
  expect(router.state.errors).toBeNull();
});

it('what is submitted to a route is a 405, and what cannot be submitted a 400', async () => {
  const { router } = open();
  await router.navigate('/project/7', { formMethod: 'post', formData: new FormData() });
  expect(Object.values(router.state.errors ?? {})).toEqual([expect.objectContaining({ status: 405 })]);
  expect(router.state.historyAction).toBe('PUSH');
  await router.navigate('/');
  expect(router.state.errors).toBeNull();
  await router.navigate('/project/7', { formMethod: 'get', formEncType: 'text/plain', body: 'text' });
  expect(Object.values(router.state.errors ?? {})).toEqual([expect.objectContaining({ status: 400 })]);
});

it('a blocker holds a navigation until it is let go', async () => {
  const { router } = open();
  router.getBlocker('unsaved', () => true);
  await router.navigate('/project/7');
  expect(router.state.location.pathname).toBe('/');
  const blocker = router.state.blockers.get('unsaved');
  if (blocker?.state !== 'blocked') throw new Error('It was not blocked.');
  blocker.proceed();
  await expect.poll(() => router.state.location.pathname).toBe('/project/7');
});
