/** The specified words of the landing page, letter for letter, misspellings included. */
export const landingCopy = {
  tagline: 'Connect. Collaborate. .Code',
  getStarted: 'Get Started',
  learnMore: 'Learn More',
  createAccount: 'Create a account',
  featureNetworking: 'Develop Networking',
  featureCollaboration: 'Code Collaboration',
  featureShowcase: 'Project Showcase',
} as const;

/** The paths of the icons on the landing page, as Lucide draws them. */
export const lines = {
  users:
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M16 3.128a4 4 0 0 1 0 7.744M22 21v-2a4 4 0 0 0-3-3.87M5 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0',
  code: 'm16 18 6-6-6-6M8 6l-6 6 6 6',
  projects:
    'M4 20h16a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.93a2 2 0 0 1-1.66-.9l-.82-1.2A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13c0 1.1.9 2 2 2ZM8 10v4M12 10v2M16 10v6',
  connected: 'M9 17H7A5 5 0 0 1 7 7h2M15 7h2a5 5 0 1 1 0 10h-2M8 12h8',
  person: 'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M8 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0',
} as const;
