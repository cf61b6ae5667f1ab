import { diskFull } from './disk-full.ts';
import type { Drill } from './drill.ts';
import { killGateway } from './kill-gateway.ts';
import { killPostgres } from './kill-postgres.ts';
import { killRedis } from './kill-redis.ts';
import { killUpstream } from './kill-upstream.ts';

export const drills: readonly Drill[] = [killGateway, killUpstream, killPostgres, killRedis, diskFull];
