import { type Rollup, resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { compileHint, compileHints, hintAfterImports, startWithHint } from './compile-hints.ts';

it('the hint is the first line of each script, and of nothing else', () => {
  const script = { type: 'chunk', code: 'import"./a.js";' };
  const style = { type: 'asset', source: 'a{}' };
  const bundle: object = { 'b.js': script, 'b.css': style };
  startWithHint(bundle as Rollup.OutputBundle);
  expect(script.code).toBe(`${compileHint}\nimport"./a.js";`);
  expect(style).toEqual({ type: 'asset', source: 'a{}' });
});

it('the hint is written after the plugin of Vite that prepends to files, and before they are listed', async () => {
  const { plugins } = await resolveConfig({ configFile: false, plugins: [compileHints()] }, 'build', 'production');
  const names = plugins.map(({ name }) => name);
  const at = names.indexOf('compile-hints:write');
  expect(names[at - 1]).toBe('vite:build-import-analysis');
  expect(names.indexOf('native:manifest')).toBeGreaterThan(at);
});

it('a Vite without that plugin stops the build', () => {
  expect(() => hintAfterImports([])).toThrow('no plugin');
});
