import type { GatewayConfig } from './config.ts';

/** The warning of a start where `/privacy` and `/terms` are texts that were written for another upstream. */
export function textWarning({
  upstreamUrl,
  privacyUrl,
  termsUrl,
}: Pick<GatewayConfig, 'upstreamUrl' | 'privacyUrl' | 'termsUrl'>): string | undefined {
  if (upstreamUrl === undefined) return undefined;
  const texts = [
    ...(privacyUrl === undefined ? [['PRIVACY_URL', '/privacy']] : []),
    ...(termsUrl === undefined ? [['TERMS_URL', '/terms']] : []),
  ];
  if (texts.length === 0) return undefined;
  const names = texts.map(([name]) => name).join(' and ');
  const paths = texts.map(([, path]) => path).join(' and ');
  return `${names} not set: ${paths} can say only what the upstream's capabilities tell of it. Name texts of your own`;
}
