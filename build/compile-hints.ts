import type { Plugin, Rollup } from 'vite';

/** V8 looks for this comment before the first statement of a file, and compiles every function of the file at once. */
export const compileHint = '//# allFunctionsCalledOnLoad';

/** The plugin of Vite that writes the last statement to the top of a file: the list of its styles. */
const lastToPrepend = 'vite:build-import-analysis';

/**
 * Starts every built script with V8's compile hint: it is then compiled on another thread while it downloads, and not
 * function by function on the main thread (docs/performance.md). Other browsers read a comment.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    configResolved: ({ plugins }) => hintAfterImports(plugins as Plugin[]),
  };
}

/**
 * Adds the plugin that writes hints. It has to come after Vite's list of styles and before files are compressed, and
 * between the two Vite's own order of plugins has no place for those of a project.
 */
export function hintAfterImports(plugins: Plugin[]): void {
  const at = plugins.findIndex(({ name }) => name === lastToPrepend);
  if (at === -1) throw new Error(`Vite has no plugin ${lastToPrepend} any more: see where compile hints belong.`);
  plugins.splice(at + 1, 0, {
    name: 'compile-hints:write',
    generateBundle: (_options, bundle) => startWithHint(bundle),
  });
}

/** Writes the hint to the top of each script of a bundle. */
export function startWithHint(bundle: Rollup.OutputBundle): void {
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk') file.code = `${compileHint}\n${file.code}`;
  }
}
