import type { GatewayConfig } from './config.ts';

/** The warning of a start where `/privacy` and `/terms` are texts that were written for another upstream. */
export function textWarning({
  upstreamUrl,
  privacyFile,
  privacyUrl,
  termsFile,
  termsUrl,
}: Pick<GatewayConfig, 'upstreamUrl' | 'privacyFile' | 'privacyUrl' | 'termsFile' | 'termsUrl'>): string | undefined {
  if (upstreamUrl === undefined) return undefined;
  const texts = [
    ...((privacyFile ?? privacyUrl) === undefined ? [['PRIVACY_FILE', '/privacy']] : []),
    ...((termsFile ?? termsUrl) === undefined ? [['TERMS_FILE', '/terms']] : []),
  ];
  if (texts.length === 0) return undefined;
  const names = texts.map(([name]) => name).join(' and ');
  const paths = texts.map(([, path]) => path).join(' and ');
  return `${names} not set: ${paths} can say only what the upstream's capabilities tell of it. Name texts of your own`;
}
