import { readTabText, writeTabText } from '#client/lib/device/stored-value.ts';
import { staleDeployHeader } from '#shared/stale-deploy.ts';

const reloadedFor = 'dotcode.reloaded-for';

/**
 * For a screen whose code could not be loaded. The page is loaded again, once for each file, when the server says that
 * the file belongs to an older build, and when the server has the file but a second attempt failed: some browsers remember
 * a failed import for as long as the page lives. The promise stays open meanwhile. Throws when there is no such file.
 */
export async function reloadIfStale(
  error: Error,
  isRepeated: boolean,
  reload = () => location.reload(),
): Promise<void> {
  const file = /\/assets\/[\w.-]+\.(?:js|css)/.exec(error.message)?.[0];
  if (file === undefined) return;
  const answer = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  const isStale = answer?.headers.get(staleDeployHeader) === 'reload';
  const mayReload = isStale || (isRepeated && answer?.ok);
  // Without the note the page could be loaded again without end.
  if (mayReload && readTabText(reloadedFor) !== file && writeTabText(reloadedFor, file)) {
    reload();
    await new Promise(() => undefined);
  }
  if (answer?.status === 404) throw error;
}
