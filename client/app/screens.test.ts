import { expect, it } from 'vitest';
import { screenModules } from '#build/screen-modules.ts';
import { screenNames, screens } from './screens.ts';

const modules = import.meta.glob<Record<string, unknown>>([
  '../features/**/*-page.tsx',
  './errors/*-page.tsx',
  './legal/*-page.tsx',
]);

it.for(screenNames)("the build preloads the module that the router loads for the route '%s'", async (name) => {
  await screens[name].preload();
  const path = screenModules[name].replace(/^app\//, './').replace(/^features\//, '../features/');
  expect(Object.values((await modules[path]?.()) ?? {})).toContain(screens[name].loaded());
});
