import { createElement, type ReactNode } from 'react';
import type { ApiError } from '#client/lib/text/api-error.ts';
import { loginCopy } from './copy.ts';
import { SuspendedNotice } from './login-failure.tsx';

const labels: Record<string, string> = {
  firstName: loginCopy.firstName,
  lastName: loginCopy.lastName,
  emailId: loginCopy.emailId,
  password: loginCopy.password,
};

export interface EntranceError {
  message: string;
  /** The server's own words, where `message` is a sentence of ours. */
  details?: string | undefined;
  /** The next step that can be offered beside the sentence. */
  action?: 'login' | 'retry';
  /** Shown below the message. */
  more?: ReactNode;
}

/** The sentence for a refused login or signup, and the next step that the form offers. */
export function explainRefusal(error: ApiError, isSignUp: boolean): EntranceError {
  const { message, details } = error;
  if (error.code === 'stopped') return { message, action: 'retry' };
  if (error.code === 'email_taken') return { message, details, action: 'login' };
  // The notice has the server's words in parts, with a link.
  if (error.code === 'suspended') return { message: '', more: createElement(SuspendedNotice, { refusal: error.body }) };
  // Another upstream answers a refused signup with `{}`, without the reason.
  if (isSignUp && error.vague && error.status === 400) {
    return {
      message:
        'The server did not accept this and gave no reason. Most often the email is not an address, a name is missing, ' +
        'or the password is short of 8 characters, a capital, a digit or a symbol.',
    };
  }
  const fields = Object.entries(error.fields ?? {});
  if (fields.length < 2) return { message, details };
  const lines = fields.map(([name, sentence]) => `${labels[name] ?? name}: ${sentence}`);
  const isListed = fields.some(([, sentence]) => sentence === message);
  return { message: [...(isListed ? [] : [message]), ...lines].join('\n'), details };
}
