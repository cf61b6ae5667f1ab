/** From this number of recovery codes on, people are told to make new ones. Apart from the schemas, which bring zod. */
export const fewRecoveryCodes = 3;
