import type { Letter } from '#upstream/mail/letter.ts';

const hello = (name: string): string => `Hello ${name},`;

/** A date in words, without the hour, which would depend on the reader's time zone. */
function dateOf(time: number): string {
  return new Date(time).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

export function leavingLetter(name: string, url: string, eraseAt: number): Letter {
  return {
    subject: `Your account will be erased on ${dateOf(eraseAt)}`,
    greeting: hello(name),
    paragraphs: [
      `Your DotCode account is hidden from everybody and logged out everywhere. On ${dateOf(eraseAt)} it is erased for good.`,
      'Until then you can come back, and everything is as it was: log in, or press the button.',
    ],
    button: { label: 'Come back', url },
    notes: [
      'The address cannot be used for another account until then.',
      'If you did not ask for this, come back and change your password: somebody else knows it.',
    ],
  };
}

export function reminderLetter(name: string, url: string, eraseAt: number): Letter {
  return {
    subject: `Reminder: your account will be erased on ${dateOf(eraseAt)}`,
    greeting: hello(name),
    paragraphs: [
      `You wanted to leave DotCode. Your account is erased on ${dateOf(eraseAt)}, and cannot be brought back after that.`,
      'If you still want that, you need to do nothing.',
    ],
    button: { label: 'Come back', url },
    notes: [],
  };
}

/** `byOperator`: the people who run the site have done it, not its owner. */
export function erasedLetter(name: string, byOperator = false): Letter {
  return {
    subject: 'Your account is erased',
    greeting: hello(name),
    paragraphs: [
      ...(byOperator ? ['The people who run DotCode have done this.'] : []),
      'Your DotCode account and what belonged to it are erased. Messages stay with those who received them, from “Former member”.',
      'This address was part of it: you get no further mails.',
    ],
    notes: [],
  };
}
