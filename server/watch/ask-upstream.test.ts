import { expect, it, onTestFinished } from 'vitest';
import { hostileAnswers } from '#tests/support/hostile-answers.ts';
import { startMisbehavingUpstream } from '#tests/support/misbehaving-upstream.ts';
import { createAskUpstream } from './ask-upstream.ts';

it('a question ends, whatever answers it', async () => {
  const behaviours = new Map(hostileAnswers.map(([, answer], index) => [`/${index}`, answer]));
  const upstream = await startMisbehavingUpstream((request, socket) =>
    behaviours.get(request.target)?.(request, socket),
  );
  onTestFinished(upstream.close);
  const ask = createAskUpstream(new URL(upstream.url));
  const settled = await Promise.allSettled(
    [...behaviours.keys()].map((path) => ask(path.slice(1), AbortSignal.timeout(20_000))),
  );
  expect(settled.map(({ status }) => status)).toHaveLength(hostileAnswers.length);
  const one = hostileAnswers.findIndex(([name]) => name === '101 without being asked');
  expect(settled[one]?.status).toBe('rejected');
});
