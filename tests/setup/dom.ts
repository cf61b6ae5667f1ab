/// <reference lib="dom" />
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// jsdom has no <search> element yet, and React warns about unknown elements.
const create = document.createElement.bind(document);
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = create(name, options);
  if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
}) as typeof document.createElement;

// A lazy screen can take longer than the default of one second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
