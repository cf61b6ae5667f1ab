import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { minute } from '#shared/durations.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { linkIn } from './read-mail.ts';
import {
  type SignedUp,
  type StartedUpstream,
  type StartOptions,
  startTwoInstances,
  startUpstream,
} from './start-upstream.ts';
import { newestMailTo } from './wait-for-mail.ts';

/** One for all tests of a `describe`, or a new one for each. */
type Scope = 'all' | 'each';

/** Starts with the tests and closes after them. Returns what has been started as it is while a test runs. */
function running<Started extends { close(): Promise<void> }>(
  scope: Scope,
  start: () => Promise<Started>,
): () => Started {
  let started: Started | undefined;
  const [before, after] = scope === 'all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    started = await start();
  });
  after(() => started?.close());
  return () => started as Started;
}

/** An object in whose place another one may come for each test. */
function standsFor<Target extends object>(target: () => Target): Target {
  return new Proxy({} as Target, {
    get: (_, key) => Reflect.get(target(), key),
    set: (_, key, value) => Reflect.set(target(), key, value),
  });
}

export function useUpstream(options: StartOptions = {}, scope: Scope = 'all'): StartedUpstream {
  return standsFor(running(scope, () => startUpstream(options)));
}

/** Two instances over one database. */
export function useTwoInstances(options: StartOptions = {}): { first: StartedUpstream; second: StartedUpstream } {
  const both = running('all', () => startTwoInstances(options));
  return { first: standsFor(() => both().first), second: standsFor(() => both().second) };
}

/** The mail server of the instances, to which they send at once. */
function withMail({ env, ...options }: StartOptions, server: MailServer): StartOptions {
  return {
    mail: { times: { pollMs: 20, leaseMs: minute } },
    ...options,
    env: { MAIL_URL: server.url, PUBLIC_URL: 'https://dot.test', ...env },
  };
}

/** Two instances over one database with a mail server of their own. */
export function useTwoInstancesWithMail(options: StartOptions): {
  server: MailServer;
  first: StartedUpstream;
  second: StartedUpstream;
} {
  const parts = running('all', async () => {
    const server = await startMailServer();
    const both = await startTwoInstances(withMail(options, server));
    return {
      ...{ server, ...both },
      async close() {
        await both.close();
        await server.close();
      },
    };
  });
  return {
    server: standsFor(() => parts().server),
    first: standsFor(() => parts().first),
    second: standsFor(() => parts().second),
  };
}

/** An upstream that sends its mails at once, to a mail server of its own. */
export function useUpstreamWithMail(
  options: StartOptions,
  scope: Scope = 'all',
): { server: MailServer; upstream: StartedUpstream; signUpVerified(): Promise<SignedUp> } {
  const parts = running(scope, async () => {
    const server = await startMailServer();
    const upstream = await startUpstream(withMail(options, server));
    return {
      server,
      upstream,
      async close() {
        await upstream.close();
        await server.close();
      },
    };
  });
  const server = standsFor(() => parts().server);
  const upstream = standsFor(() => parts().upstream);
  return {
    server,
    upstream,
    /** A person who has confirmed their address by the link of the mail. */
    async signUpVerified() {
      const person = await upstream.signUp();
      const { token } = linkIn(await newestMailTo(server, person.emailId, 'Confirm your email address'));
      expect((await person.client.post('/email/verify', { token })).status).toBe(200);
      return person;
    },
  };
}
