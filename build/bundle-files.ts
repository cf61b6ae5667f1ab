import type { Rollup } from 'vite';

/** The name of the chunk that contains a module, given by its path from the root. Throws when no chunk does. */
export function fileHolding(source: string, bundle: Rollup.OutputBundle): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${source}`)));
  if (chunk === undefined) throw new Error(`No file of the build holds ${source}.`);
  return chunk.fileName;
}

/** The names of the given chunks, of their static imports, and of the stylesheets of all of them. */
export function filesLoadedWith(roots: readonly string[], bundle: Rollup.OutputBundle): Set<string> {
  const found = new Set<string>();
  const visit = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (found.has(fileName) || chunk?.type !== 'chunk') return;
    found.add(fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    for (const next of chunk.imports) visit(next);
  };
  roots.forEach(visit);
  return found;
}
