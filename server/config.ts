import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigProblems } from '#platform/config/config-problems.ts';
import { proveDataFolder } from '#platform/config/data-folder.ts';
import { readVariables } from '#platform/config/read-variables.ts';
import { missingSecret } from '#platform/config/secret.ts';
import type { Environment } from '#platform/config/variable.ts';
import type { ConfigOf } from '#platform/config/variables.ts';

/** The configuration that the gateway runs with, frozen: see platform/config/variables.ts. */
export type GatewayConfig = ConfigOf<'gateway'>;

/** Reads the whole configuration, or throws ConfigProblems with everything that is wrong at once. */
export function loadConfig(env: Environment): GatewayConfig {
  const { values, problems } = readVariables('gateway', env);
  // The embedded upstream gets this environment, so its problems are listed before anything is started.
  if (values.upstreamUrl === undefined) {
    problems.push(...readVariables('upstream', env).problems);
    const missing = missingSecret(values);
    if (missing !== undefined) problems.push(missing);
  }
  problems.push(...contradictions(values), ...exposedSecrets(env));
  if (problems.length > 0) throw new ConfigProblems([...new Set(problems)]);
  return values as GatewayConfig;
}

/** Values that are fine alone and wrong together. The keys of refused values are missing: they are listed already. */
function contradictions({ port, host, upstreamUrl, upstreamPort, metricsPort }: Partial<GatewayConfig>): string[] {
  const problems: string[] = [];
  const isTaken = (other: number | undefined): boolean => port !== undefined && port !== 0 && other === port;
  if (upstreamUrl !== undefined && host !== undefined && isTaken(portOf(upstreamUrl)) && reaches(upstreamUrl, host)) {
    problems.push('UPSTREAM_URL is the address the gateway itself listens on, so every call would go round in circles');
  }
  if (upstreamUrl === undefined && isTaken(upstreamPort)) problems.push('UPSTREAM_PORT and PORT must differ');
  if (isTaken(metricsPort)) problems.push('METRICS_PORT and PORT must differ');
  return problems;
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function reaches(url: URL, listenHost: string): boolean {
  const target = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isLoopback = (name: string): boolean => name === 'localhost' || name === '::1' || name.startsWith('127.');
  const isEverywhere = ['0.0.0.0', '::'].includes(listenHost);
  return (
    target === listenHost || ((isEverywhere || isLoopback(listenHost)) && (isLoopback(target) || target === '0.0.0.0'))
  );
}

/** Vite copies VITE_ variables into the client, where everybody can read them. */
function exposedSecrets(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => /^VITE_.*(SECRET|PASSWORD|PRIVATE|API_?KEY|TOKEN)/i.test(name))
    .map((name) => `${name} looks like a secret, and VITE_ variables are published with the client`);
}

/** Checks before anything is started what only this machine can tell about a configuration; throws ConfigProblems. */
export function proveConfig(config: GatewayConfig, clientFolder: string): void {
  const problems: string[] = [];
  if (!existsSync(join(clientFolder, 'index.html')))
    problems.push(`there is no built client in ${clientFolder}: run \`npm run build\` first`);
  const dataProblem = config.upstreamUrl === undefined ? proveDataFolder(config.databaseUrl) : undefined;
  if (dataProblem !== undefined) problems.push(dataProblem);
  if (problems.length > 0) throw new ConfigProblems(problems);
}

/** The warning of a start where `/privacy` and `/terms` are texts that were written for another upstream. */
export function textWarning({
  upstreamUrl,
  privacyUrl,
  termsUrl,
}: Pick<GatewayConfig, 'upstreamUrl' | 'privacyUrl' | 'termsUrl'>): string | undefined {
  const unset = [...(privacyUrl ? [] : ['PRIVACY_URL']), ...(termsUrl ? [] : ['TERMS_URL'])];
  if (upstreamUrl === undefined || unset.length === 0) return undefined;
  return `${unset.join(' and ')} not set: our pages can say only what the upstream's capabilities tell of it. Name texts of your own`;
}
