import { afterEach } from 'vitest';
import { type CallOptions, call, type Reply } from '#tests/support/recorded-upstream/call.ts';
import {
  createRecordedUpstream,
  type RecordedUpstream,
  type RecordedUpstreamOptions,
} from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import type { PersonName } from '#tests/support/recorded-upstream/network.ts';

export const textType = 'text/html; charset=utf-8';
export const jsonType = 'application/json; charset=utf-8';

const running: RecordedUpstream[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((upstream) => upstream.close()));
});

export interface Started {
  upstream: RecordedUpstream;
  /** Calls the double as a sample person, or without a cookie. */
  as: (who: PersonName | 'nobody', method: string, path: string, options?: CallOptions) => Promise<Reply>;
}

export async function start(options?: RecordedUpstreamOptions): Promise<Started> {
  const upstream = await createRecordedUpstream(options);
  running.push(upstream);
  return {
    upstream,
    as: (who, method, path, sent = {}) =>
      call(upstream.url, method, path, {
        ...(who === 'nobody' ? {} : { token: upstream.tokenFor(upstream.network.people[who]._id) }),
        ...sent,
      }),
  };
}

/** The parts of a reply that most rows of the record name. */
export function outline({ status, type, text, json }: Reply): [number, string | null, unknown] {
  return [status, type, type === jsonType ? json : text];
}
