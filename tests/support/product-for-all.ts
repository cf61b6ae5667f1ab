import { afterAll, beforeAll } from 'vitest';
import { type Product, readyUrl, startProduct } from './start-product.ts';

/** A product that serves every test of the group it is called in; what it holds is there once the first one begins. */
export interface ProductForAll {
  product: Product;
  url: string;
}

/**
 * A start is most of what a test of the started product costs: the tests of a group share one, it is ended after them,
 * and only the last of them may end it. `env` is asked for when the group begins.
 */
export function productForAll(env: () => Record<string, string> = () => ({})): ProductForAll {
  const all = {} as ProductForAll;
  beforeAll(async () => {
    all.product = startProduct(env());
    all.url = await readyUrl(all.product);
  });
  afterAll(() => all.product.end());
  return all;
}
