/** Stops the two inputs that crash another upstream before any call. */
export interface PasswordFields {
  currentPassword: string;
  newPassword: string;
  password: string;
}

export function passwordProblems({ currentPassword, newPassword, password }: PasswordFields): Partial<PasswordFields> {
  if (currentPassword === '') return { currentPassword: 'Type your current password.' };
  if (newPassword === '') return { newPassword: 'Type a new password.' };
  if (newPassword === currentPassword) return { newPassword: 'The new password is the same as the current one.' };
  if (newPassword !== password) return { password: 'The two new passwords differ.' };
  return {};
}
