import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasPage } from '#server/site/pages.ts';
import { ConfigProblems, type GatewayConfig } from './config.ts';

/** What only the machine can tell about a configuration, found before anything is started. */
export function proveConfig(config: GatewayConfig, clientFolder: string): void {
  const problems: string[] = [];
  if (!hasPage(clientFolder)) problems.push(`there is no built client in ${clientFolder}: run \`npm run build\` first`);
  const folder = config.upstreamUrl === undefined ? dataFolder(config.databaseUrl) : undefined;
  if (folder !== undefined && !isWritable(folder)) {
    problems.push(`the data folder ${folder} cannot be written: change its owner, or set DATABASE_URL`);
  }
  if (problems.length > 0) throw new ConfigProblems(problems);
}

function dataFolder(databaseUrl: string): string | undefined {
  const file = /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1];
  return file === undefined ? undefined : dirname(resolve(file));
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
