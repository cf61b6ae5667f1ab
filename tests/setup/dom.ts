/// <reference lib="dom" />
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// jsdom does not know <search> yet; every browser does. React warns about tags of the unknown class.
const create = document.createElement.bind(document);
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = create(name, options);
  if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
}) as typeof document.createElement;

// A busy machine loads a lazy screen in more than the usual second; waiting longer costs nothing when it does not.
configure({ asyncUtilTimeout: 10_000 });
