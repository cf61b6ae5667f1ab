import { errorBodySchema } from '#shared/api/errors.ts';
import type { Route } from '#upstream/http/route.ts';

/** Throws where a reply is not as its route, or the error envelope, describes it. `body` is undefined where it is no JSON. */
export type CheckReply = (call: { method: string; path: string; status: number; body: unknown }) => void;

/** Schemas are strict: a field that no schema names is found, too. */
export function checkAgainst(routes: readonly Route[]): CheckReply {
  const patterns = routes.map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`) }));
  // Static segments win over parameters, as in the router.
  patterns.sort((one, other) => one.route.path.split(':').length - other.route.path.split(':').length);
  return ({ method, path, status, body }) => {
    if (body === undefined) return;
    const [plain = ''] = path.split('?');
    const route = patterns.find(
      ({ route: { method: verb }, pattern }) => verb === method && pattern.test(plain),
    )?.route;
    const schema = status >= 400 ? errorBodySchema : route?.reply;
    const error = schema?.safeParse(body).error;
    if (error) throw new Error(`${method} ${path} answers ${status} with a body that it does not describe: ${error}`);
  };
}
