import { startMailServer } from '#tests/support/mail-server.ts';
import { type OwnServer, startOwnRedis } from '#tests/support/own-servers.ts';
import { SeveralInstances } from '#tests/support/several-instances.ts';
import { eventually } from '#tests/support/start-product.ts';
import { postgresAnswers } from '#tests/support/test-database.ts';
import { type Drill, type DrillResult, Promises, type Size } from '../drill.ts';
import { withOwnServer } from '../with-product.ts';
import { type Build, lastBuild, thisBuild } from './builds.ts';
import { checkCrossings } from './crossings.ts';
import { Tabs } from './tabs.ts';
import { Writers } from './writers.ts';

/** How many writes are acknowledged between two replacements. */
const between = { small: 10, full: 150 };

export const twoVersions: Drill = {
  name: 'two versions side by side',
  promised:
    'Two gateways and two upstreams of the last release over one PostgreSQL and one Redis are replaced by this version one after the other, and then by the last release again, while people write in tabs of both. Every version serves beside the other: no call fails once it was tried again, messages and sessions cross, mails arrive once, tabs go on, nothing that was acknowledged is lost or doubled.',
  // Takes long at any size, because the last release is installed and built first.
  isLong: true,
  async run(size) {
    if (!(await postgresAnswers())) return { skipped: 'No PostgreSQL answers here.' };
    const old = lastBuild();
    if (old === undefined) return { skipped: 'The repository does not have the commit of the last release.' };
    return withOwnServer(startOwnRedis, (redis) => upgradeAndReturn(redis, old, size));
  },
};

async function upgradeAndReturn(redis: OwnServer, old: Build, size: Size): Promise<DrillResult> {
  const promises = new Promises(size);
  await using stack = new AsyncDisposableStack();
  const mail = await startMailServer();
  stack.defer(() => mail.close());
  const instances = await SeveralInstances.start(redis, {
    root: old.root,
    workers: ['1', '1'],
    gatewayEnv: { RATE_LIMIT_FACTOR: '1000' },
    upstreamEnv: {
      MAIL_URL: mail.url,
      PUBLIC_URL: 'http://dot.test',
      SECRET: 'one-secret-of-all-instances-of-the-drill',
    },
  });
  stack.defer(() => instances.end());
  const { url } = instances.front;
  const writers = new Writers(url, mail);
  await writers.start();
  const pair = await writers.newPair();
  const tabs = await Tabs.open(url, writers, promises);
  stack.defer(async () => tabs?.end());

  const steps = stepsBetween(instances, old, promises);
  const check = async (when: string) => {
    await writing(writers, between[size]);
    await checkCrossings(instances, { pair, writers, promises, when });
    await tabs?.talk(when);
  };
  await check(`all of ${old.name}`);
  for (const { what, replace, isNewest } of steps) {
    await replace();
    await check(what);
    if (isNewest) {
      await tabs?.walk(what);
      await tabs?.visitLate(what);
      await tabs?.reload(`${what}, a tab is loaded again`);
      await tabs?.talk(`${what}, with a tab of each version`);
    }
  }
  await tabs?.walk('all of the last release again');
  await tabs?.visitLate('all of the last release again');
  await writers.stop();
  await eventually(() => mail.received.length >= writers.acknowledged.signUps.size, 30_000).catch(() => undefined);
  for (const text of tabs?.said ?? []) writers.acknowledged.messages.add(text);
  const { lost, doubled, counts } = await writers.acknowledged.compare(instances.database.url);
  promises.check(lost.length === 0, `${lost.length} acknowledged writes were lost: ${lost.slice(0, 3).join(', ')}`);
  promises.check(doubled.length === 0, `${doubled.length} writes were stored twice: ${doubled.slice(0, 3).join(', ')}`);
  const { failures, heardTwice, retried, acknowledged, reads } = writers;
  promises.check(failures.length === 0, `${failures.length} calls failed: ${failures.slice(0, 3).join('; ')}`);
  promises.check(heardTwice.length === 0, `${heardTwice.length} messages were heard under two ids by one socket`);
  judgeMails(mail.received, acknowledged.signUps, promises);
  return {
    facts: [
      `${old.name}, then ${thisBuild.name}, then ${old.name} again: ${steps.length} replacements`,
      Object.entries(counts)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', '),
      `${reads} reads of lists, ${mail.received.length} mails`,
      `failed once: ${
        Object.entries(retried)
          .map(([code, count]) => `${count} × ${code}`)
          .join(', ') || 'nothing'
      }`,
      ...(tabs?.facts() ?? ['no Chromium: no browser tabs']),
    ],
    broken: promises.broken,
    acknowledged: acknowledged.count,
    stored: acknowledged.count - lost.length,
  };
}

/** Each newcomer has one mail with the code, and no mail came twice. */
function judgeMails(
  received: readonly { to: string; messageId: string }[],
  wanted: ReadonlySet<string>,
  promises: Promises,
) {
  const addresses = new Set(received.map(({ to }) => to));
  const lost = [...wanted].filter((address) => !addresses.has(address));
  promises.check(lost.length === 0, `${lost.length} mails were lost`);
  const ids = received.map(({ messageId }) => messageId);
  const doubled = ids.length - new Set(ids).size;
  promises.check(doubled === 0, `${doubled} mails came twice`);
}

/** Writing goes on: so many writes more were acknowledged, and every socket is there. */
async function writing(writers: Writers, count: number): Promise<void> {
  const until = writers.acknowledged.count + count;
  await eventually(() => writers.acknowledged.count >= until && writers.connectedSockets === 2, 120_000);
}

interface Replacement {
  what: string;
  replace(): Promise<void>;
  /** From here on all are of this version. */
  isNewest?: true;
}

/** Upstreams before gateways and the other way round: each version is in front of the other and behind it. */
function stepsBetween(instances: SeveralInstances, old: Build, promises: Promises): Replacement[] {
  const ended = (who: string, status: number | null) =>
    promises.check(status === 0, `${who} ended with ${status} instead of 0`);
  const upstream = (i: 0 | 1, { name, root }: Build): Replacement => ({
    what: `upstream ${i + 1} is of ${name}`,
    async replace() {
      ended(`upstream ${i + 1}`, await instances.upstreams[i].stop());
      await instances.startUpstream(i, root);
    },
  });
  const gateway = (i: 0 | 1, { name, root }: Build): Replacement => ({
    what: `gateway ${i + 1} is of ${name}`,
    async replace() {
      ended(`gateway ${i + 1}`, (await instances.gateways[i].stop()).status);
      await instances.gateways[i].end();
      await instances.startGateway(i, root);
    },
  });
  return [
    upstream(0, thisBuild),
    gateway(0, thisBuild),
    upstream(1, thisBuild),
    { ...gateway(1, thisBuild), isNewest: true },
    gateway(0, old),
    upstream(0, old),
    gateway(1, old),
    upstream(1, old),
  ];
}
