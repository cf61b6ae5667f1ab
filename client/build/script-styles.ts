import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

/** The package has no types. */
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: new () => { window: { document: Document } } };

/**
 * The sources of the styles that sonner 1.x adds to the page as it is evaluated, for the Content-Security-Policy. They are
 * observed in a document, as a browser would see them, so that no part of the package is changed or searched.
 */
export async function stylesByScript(load: () => Promise<unknown> = () => import('sonner')): Promise<string[]> {
  const { document } = new JSDOM().window;
  Object.assign(globalThis, { document });
  try {
    await load();
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
  const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent);
  // The package puts its element into the page before the text into the element: the policy is asked about both.
  return ['', ...styles].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
