import { staleDeployHeader } from '#shared/stale-deploy.ts';

const reloadedFor = 'dotcode.reloaded-for';

/**
 * For a screen whose code could not be loaded: when the server says that the file belongs to an older build, the page
 * is loaded again, once for each file, and the promise stays open meanwhile. Any other failure is passed on.
 */
export async function reloadIfStale(error: unknown, reload = () => location.reload()): Promise<void> {
  const file = /\/assets\/[\w.-]+\.(?:js|css)/.exec(error instanceof Error ? error.message : '')?.[0];
  if (file === undefined || sessionStorage.getItem(reloadedFor) === file) throw error;
  const answer = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answer?.headers.get(staleDeployHeader) !== 'reload') throw error;
  sessionStorage.setItem(reloadedFor, file);
  reload();
  await new Promise(() => undefined);
}
