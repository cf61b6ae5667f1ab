import type { Rollup } from 'vite';

/** The name of the chunk that contains a module, given by its path from the root. Throws when no chunk does. */
export function fileHolding(source: string, bundle: Rollup.OutputBundle): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${source}`)));
  if (chunk === undefined) throw new Error(`No file of the build holds ${source}.`);
  return chunk.fileName;
}

/** The names of the given chunks, of their static imports, and of the stylesheets of all of them: each after what it imports. */
export function filesLoadedWith(roots: readonly string[], bundle: Rollup.OutputBundle): Set<string> {
  const found = new Set<string>();
  const visited = new Set<string>();
  const visit = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (visited.has(fileName) || chunk?.type !== 'chunk') return;
    visited.add(fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    for (const next of chunk.imports) visit(next);
    found.add(fileName);
  };
  roots.forEach(visit);
  return found;
}
