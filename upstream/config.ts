import { ConfigProblems } from '#platform/config/config-problems.ts';
import { readVariables } from '#platform/config/read-variables.ts';
import { missingSecret } from '#platform/config/secret.ts';
import type { Environment } from '#platform/config/variable.ts';
import type { ConfigOf } from '#platform/config/variables.ts';

/** The configuration that the upstream runs with, frozen: see platform/config/variables.ts. */
export type UpstreamConfig = ConfigOf<'upstream'>;

/** Reads the whole configuration, or throws ConfigProblems with everything that is wrong at once. */
export function loadConfig(env: Environment): UpstreamConfig {
  const { values, problems } = readVariables('upstream', env);
  const missing = missingSecret(values);
  if (missing !== undefined) problems.push(missing);
  if (problems.length > 0) throw new ConfigProblems(problems);
  return values as UpstreamConfig;
}
