import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { startUpstream } from '#tests/support/start-upstream.ts';

// On PostgreSQL statements run in its own processes: there nobody waits for the reads of others.
it('of 50 searches that one person sends at once, at most two are answered between the arrival and the answer of another person’s search', {
  tags: ['once'],
}, async () => {
  const upstream = await startUpstream({ engine: 'sqlite' });
  try {
    const [ada, ben] = [await upstream.signUp(), await upstream.signUp()];
    const count = 50;
    const searches = Array.from({ length: count });
    // Opens a connection for each.
    await Promise.all([ben, ...searches].map(() => ada.client.get('/profile/view')));

    const answered: string[] = [];
    let answeredAtArrival: number | undefined;
    let arrived = 0;
    const haveArrived = Promise.withResolvers<void>();
    upstream.upstream.server.on('request', (req: IncomingMessage, res: ServerResponse) => {
      const isBens = req.headers.cookie === ben.client.cookieHeader;
      res.once('finish', () => answered.push(isBens ? 'ben' : 'ada'));
      if (isBens) answeredAtArrival = answered.length;
      else arrived += 1;
      if (arrived === count) haveArrived.resolve();
    });
    const flood = searches.map(() => ada.client.get('/search/people?q=person'));
    await haveArrived.promise;
    expect((await ben.client.get('/search/people?q=person')).status).toBe(200);
    const replies = await Promise.all(flood);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));

    const place = answered.indexOf('ben');
    expect(place - (answeredAtArrival ?? 0)).toBeLessThanOrEqual(2);
    expect(count - place, 'searches that still waited').toBeGreaterThan(0);
  } finally {
    await upstream.close();
  }
});
