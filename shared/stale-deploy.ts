/**
 * Sent with the gateway's 404 for a hashed file that no known build contains: the page is older than the deployment.
 * The client then reloads once to get the current page.
 */
export const staleDeployHeader = 'x-stale-deploy';
