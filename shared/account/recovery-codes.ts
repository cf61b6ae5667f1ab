/** From this number of recovery codes on, people are told to make new ones. Not in the file of the schemas, which imports zod. */
export const fewRecoveryCodes = 3;
