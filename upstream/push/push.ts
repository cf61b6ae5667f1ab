import { openingKeys } from '#platform/config/secret.ts';
import type { UpstreamConfig } from '#upstream/config.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { JobTimes } from '#upstream/jobs/job-worker.ts';
import { problemOfEndpoint } from './push-address.ts';
import { createPushDelivery, type DeliveryOptions, isOfOrigin, type PushDelivery } from './push-delivery.ts';
import { type VapidKeys, vapidKeysOf } from './vapid-keys.ts';

/** The push messages of this deployment. */
export interface Push {
  keys(): Promise<VapidKeys>;
  /** Why push messages cannot go to this address; undefined where they may. */
  problemOf(endpoint: string): string | undefined;
  readonly delivery: PushDelivery;
  readonly times: JobTimes | undefined;
}

export interface PushDeps {
  config: UpstreamConfig;
  db: Db;
  secret: string;
  now: () => number;
}

/** For tests. */
export interface PushOptions extends DeliveryOptions {
  times?: JobTimes;
}

/** Makes the keys on the first start, before somebody asks for them. */
export async function makePushKeys(deps: PushDeps): Promise<void> {
  await vapidKeysOf(deps.db, openingKeys(deps, 'push'), deps.now());
}

export function openPush(deps: PushDeps, { times, ...options }: PushOptions = {}): Push {
  let found: Promise<VapidKeys> | undefined;
  const keys = (): Promise<VapidKeys> => {
    found ??= vapidKeysOf(deps.db, openingKeys(deps, 'push'), deps.now()).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  return {
    keys,
    problemOf: (endpoint) => (isOfOrigin(endpoint, options.trustedOrigin) ? undefined : problemOfEndpoint(endpoint)),
    delivery: createPushDelivery({ keys, contact: contactOf(deps.config) }, options),
    times,
  };
}

/** Push services want to know whom to ask about a sender that misbehaves; some refuse localhost. */
function contactOf({ publicUrl, mailFrom }: UpstreamConfig): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const address = /([^\s<>@]+@[^\s<>@]+)>?$/.exec(mailFrom ?? '')?.[1];
  return `mailto:${address ?? 'operator@dotcode.invalid'}`;
}
