/** Never part of the page: what is parsed in it loads and runs nothing. */
const box = document.implementation.createHTMLDocument('').createElement('p');
const known = new Map<string, string>();

/**
 * The characters of a named entity such as `&auml;`, or the entity itself where there is no such name. In the built client
 * it stands for the table of the package `entities`, 12 kB of what the browser knows anyway (vite.config.ts).
 */
export function decodeHTMLStrict(entity: string): string {
  const found = known.get(entity);
  if (found !== undefined) return found;
  box.innerHTML = entity;
  const text = box.textContent;
  // Browsers decode the beginning of `&copyfoo;`, too.
  const decoded = text.length > 1 && text.endsWith(';') ? entity : text;
  known.set(entity, decoded);
  return decoded;
}
