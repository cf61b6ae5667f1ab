import { files, pageHeaders } from './page-promises.ts';
import type { PromiseGroup } from './promise.ts';
import { api, crossSite, framing, sockets, targets } from './request-promises.ts';

/**
 * What the gateway promises to everybody who can reach it. `npm start -- --selftest URL` looks for these promises at a
 * deployment, and tests/gateway/promises.test.ts at the gateway of the tests and at servers that break each of them.
 */
export const promises: readonly PromiseGroup[] = [pageHeaders, files, api, crossSite, sockets, framing, targets];
