/**
 * A hashed file that no build on this server has: the page that asked is older than the deployment. The gateway's 404
 * carries this header, and the client reloads once to get the current page.
 */
export const staleDeployHeader = 'x-stale-deploy';
