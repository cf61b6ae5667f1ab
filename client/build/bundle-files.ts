import type { Rollup } from 'vite';

/**
 * The name of the chunk that an import of a module, given by its path from the root, loads. Throws when no chunk holds it.
 * A chunk that shares its modules with others is loaded through one that only passes them on.
 */
export function fileHolding(source: string, bundle: Rollup.OutputBundle): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const isSource = (id: string | null) => id?.endsWith(`/${source}`) === true;
  const chunk =
    chunks.find(({ facadeModuleId }) => isSource(facadeModuleId)) ??
    chunks.find(({ moduleIds }) => moduleIds.some(isSource));
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
