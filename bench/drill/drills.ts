import { backgroundJobs } from './background-jobs.ts';
import { clockJump } from './clock-jump.ts';
import { diskFull } from './disk-full.ts';
import { serverFull, tablesFull } from './disk-full-postgres.ts';
import type { Drill } from './drill.ts';
import { garbageUpstream } from './garbage-upstream.ts';
import { idleConnections } from './idle-connections.ts';
import { killGateway } from './kill-gateway.ts';
import { killOneOfSeveral } from './kill-one-of-several.ts';
import { killPostgres } from './kill-postgres.ts';
import { killRedis } from './kill-redis.ts';
import { killUpstream } from './kill-upstream.ts';
import { listsOfMany } from './lists-of-many.ts';
import { pgBouncer } from './pgbouncer.ts';
import { postgresFailover } from './postgres-failover.ts';
import { rollingReplacement } from './rolling-replacement.ts';
import { screensInOutages } from './screens.ts';
import { silentDeaths } from './silent-deaths.ts';
import { silentMailRelay } from './silent-mail-relay.ts';
import { slowUpstream } from './slow-upstream.ts';
import { slowloris } from './slowloris.ts';
import { stopEachOfSeveral } from './stop-each-of-several.ts';
import { stopGateway } from './stop-gateway.ts';
import { stopUpstream } from './stop-upstream.ts';
import { stopWhileSilent } from './stop-while-silent.ts';

export const drills: readonly Drill[] = [
  killGateway,
  killUpstream,
  killPostgres,
  screensInOutages,
  postgresFailover,
  pgBouncer,
  listsOfMany,
  ...silentDeaths,
  silentMailRelay,
  backgroundJobs,
  stopWhileSilent,
  killRedis,
  killOneOfSeveral,
  ...rollingReplacement,
  stopGateway,
  stopUpstream,
  stopEachOfSeveral,
  diskFull,
  tablesFull,
  serverFull,
  slowUpstream,
  garbageUpstream,
  clockJump,
  idleConnections,
  slowloris,
];
