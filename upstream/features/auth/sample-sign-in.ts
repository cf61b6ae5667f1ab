/**
 * Accounts that the sample network or `npm run seed` made have passwords that everybody can read. In production nobody
 * signs in to them, unless the operator has asked for the sample network.
 */
export function samplesMaySignIn({ isProduction, demo }: { isProduction: boolean; demo: boolean }): boolean {
  return demo || !isProduction;
}
