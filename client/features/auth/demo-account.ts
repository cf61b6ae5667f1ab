import { demoAccount as sample } from '#shared/demo-account.ts';

/** The sample credentials, unless the page says that there is no sample network: `<meta name="demo" content="off">`. */
export function demoAccount(page: Document = document): typeof sample | undefined {
  const demo = page.querySelector('meta[name="demo"]')?.getAttribute('content');
  return demo === 'off' ? undefined : sample;
}
