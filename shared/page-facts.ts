/** Whether the login offers a new password: the gateway knows it of an embedded upstream, others are to be asked. */
export type PasswordReset = 'on' | 'off' | 'ask';

/** The name of a pre-rendered page among those of its route. */
export function pageVariant({ isDemo, canReset }: { isDemo: boolean; canReset: boolean }): string {
  return `${isDemo ? 'demo' : 'plain'}${canReset ? '+reset' : ''}`;
}

/**
 * Sent with the gateway's 404 for a hashed file that no known build contains: the page is older than the deployment.
 * The client then reloads once to get the current page.
 */
export const staleDeployHeader = 'x-stale-deploy';
