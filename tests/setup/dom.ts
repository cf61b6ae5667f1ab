/// <reference lib="dom" />
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { clearBrowser, installBrowserParts } from './browser-parts.ts';

beforeEach(installBrowserParts);
afterEach(clearBrowser);
afterEach(cleanup);

// jsdom has no <search> element yet, and React warns about unknown elements.
const create = document.createElement.bind(document);
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = create(name, options);
  if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
}) as typeof document.createElement;

// For what hangs, as the limits in vitest.config.ts: a lazy screen takes seconds on a busy machine.
configure({ asyncUtilTimeout: 30_000 });
