import { expect, it } from 'vitest';
import { startUpstream } from '#tests/support/start-upstream.ts';

it('a page of another allowed origin may use every method of the table of routes', async () => {
  const origin = 'http://localhost:5173';
  const upstream = await startUpstream({ env: { ALLOWED_ORIGINS: origin } });
  try {
    const { paths } = (await upstream.client().get('/openapi.json')).body;
    const methods = new Set(Object.values<object>(paths).flatMap((path) => Object.keys(path)));
    const reply = await upstream.client().send('OPTIONS', '/user/muted-words', undefined, {
      headers: { origin, 'access-control-request-method': 'PUT' },
    });
    const allowed = reply.headers.get('access-control-allow-methods')?.split(',') ?? [];
    expect(allowed.toSorted()).toEqual(
      [...methods]
        .map((one) => one.toUpperCase())
        .concat('HEAD')
        .toSorted(),
    );
  } finally {
    await upstream.close();
  }
});
