/** The steps of the first run on the own profile, in their order. */
export const firstRunSteps = ['skills', 'wishes', 'photo'] as const;
export type FirstRunStep = (typeof firstRunSteps)[number];
