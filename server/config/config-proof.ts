import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigProblems } from '#platform/config/config-problems.ts';
import { proveDataFolder } from '#platform/config/data-folder.ts';
import type { GatewayConfig } from './config.ts';

/** Checks before anything is started what only this machine can tell about a configuration; throws ConfigProblems. */
export function proveConfig(config: GatewayConfig, clientFolder: string): void {
  const problems: string[] = [];
  if (!existsSync(join(clientFolder, 'index.html')))
    problems.push(`there is no built client in ${clientFolder}: run \`npm run build\` first`);
  const dataProblem = config.upstreamUrl === undefined ? proveDataFolder(config.databaseUrl) : undefined;
  if (dataProblem !== undefined) problems.push(dataProblem);
  if (problems.length > 0) throw new ConfigProblems(problems);
}
