import type { Browser, BrowserContext } from '@playwright/test';
import { demoAccount } from '#shared/account/demo-account.ts';
import { apiPaths } from '#shared/paths.ts';
import { readyUrl, startProduct as run } from '#tests/support/start-product.ts';

export interface Product {
  url: string;
  /** The session of the visiting person, who owns the project and is connected with the peer. */
  cookie: string;
  peerId: string;
  projectId: string;
  stop(): Promise<void>;
}

/** The sample network with its pictures, as `npm start` makes it. */
export async function startProduct(): Promise<Product> {
  const product = run({ DEMO: 'on', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'error' });
  const url = await readyUrl(product);
  const login = await fetch(`${url}/api/${apiPaths.login}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(demoAccount),
  });
  const [cookie = ''] = login.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const firstOf = async (path: string): Promise<string> => {
    const reply = await fetch(`${url}/api/${path}`, { headers: { cookie } });
    const { data, project = data } = (await reply.json()) as Record<'data' | 'project', { _id: string }[] | undefined>;
    return project?.[0]?._id ?? '';
  };
  return {
    url,
    cookie: cookie.replace('token=', ''),
    peerId: await firstOf(apiPaths.connections),
    projectId: await firstOf(apiPaths.myProjects()),
    stop: () => product.end(),
  };
}

const phone = { width: 390, height: 844 };

/** A new browser context, logged in where a cookie is given. */
export async function newContext(browser: Browser, url: string, cookie: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: phone });
  if (cookie !== undefined) await context.addCookies([{ name: 'token', value: cookie, url }]);
  return context;
}
