import { createContext, useContext } from 'react';
import { demoAccount as sample } from '#shared/account/demo-account.ts';

/** The specified words of the login form, letter for letter, misspellings included. */
export const loginCopy = {
  login: 'Login',
  signUp: 'SignUp',
  firstName: 'First Name',
  lastName: 'Last Name',
  emailId: 'Email Id',
  password: 'Password',
  toSignUpText: "Don't have account ?",
  toSignUpButton: 'SingUP',
  toLoginText: 'Already have a account?',
  toLoginButton: 'Login',
} as const;

/** Whether the page that is rendered belongs to a demonstration. In a browser the page's `<meta name="demo">` says so. */
export const DemonstrationContext = createContext<boolean | undefined>(undefined);

/** The sample credentials, unless there is no sample network. */
export function useDemoAccount(): typeof sample | undefined {
  const isDemo = useContext(DemonstrationContext) ?? isDemonstration(document);
  return isDemo ? sample : undefined;
}

function isDemonstration(page: Document): boolean {
  return page.querySelector('meta[name="demo"]')?.getAttribute('content') !== 'off';
}
