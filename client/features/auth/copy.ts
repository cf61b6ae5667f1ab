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
