import { ConfigProblems } from '#config/config-problems.ts';
import { readVariables } from '#config/read-variables.ts';
import type { Environment } from '#config/variable.ts';
import type { ConfigOf } from '#config/variables.ts';

/** The configuration that the upstream runs with, frozen: see config/variables.ts. */
export type UpstreamConfig = ConfigOf<'upstream'>;

/** Reads the whole configuration, or throws ConfigProblems with everything that is wrong at once. */
export function loadConfig(env: Environment): UpstreamConfig {
  const { values, problems } = readVariables('upstream', env);
  if (problems.length > 0) throw new ConfigProblems(problems);
  return values as UpstreamConfig;
}
