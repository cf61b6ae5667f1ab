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
