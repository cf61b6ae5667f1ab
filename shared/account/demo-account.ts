/** The account of the sample network, which the login form fills in where DEMO is on. */
export const demoAccount = { emailId: 'demo@example.com', password: 'DotCode#2026' } as const;
