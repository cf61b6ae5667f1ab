import type { Letter } from '#upstream/mail/letter.ts';
import type { Visit } from '../history/visit.ts';

/** The facts that the words of the mails about ways to log in are made of: passkeys and the second factor. */
export interface About {
  /** The first name of the person. */
  name: string;
  visit: Visit;
  site: string;
}

const ifYou = 'If that was you, you need to do nothing.';

function from({ device, address }: Visit): string {
  return `It was done with ${device}${address === '' ? '' : `, from ${address}`}.`;
}

/** The person who changed it had a session of the account: the button leads to a new password, which ends all sessions. */
function letterTo({ name, site }: Omit<About, 'visit'>, subject: string, paragraphs: string[], note?: string): Letter {
  const way = 'The button leads to a page where you can get a link for a new password, which logs out every device.';
  return {
    subject,
    greeting: `Hello ${name},`,
    paragraphs,
    button: { label: 'It was not me', url: `${site}/reset` },
    notes: note === undefined ? [way] : [way, note],
  };
}

export function passkeyAddedLetter(about: About, passkeyName: string): Letter {
  const added = `The passkey “${passkeyName}” opens your DotCode account from now on. ${from(about.visit)}`;
  const note = 'Then remove the passkey under Settings, Account.';
  return letterTo(about, 'A passkey was added to your account', [added, ifYou], note);
}

export function passkeyRemovedLetter(about: About, passkeyName: string): Letter {
  const removed = `The passkey “${passkeyName}” no longer opens your DotCode account. ${from(about.visit)}`;
  return letterTo(about, 'A passkey was removed from your account', [removed, ifYou]);
}

/** `undoUrl` leads to the page that takes the account back, which also switches this second factor off. */
export function secondFactorOnLetter(about: About, undoUrl: string | undefined): Letter {
  const letter = letterTo(about, 'Your login asks for a code from now on', [
    `Two-step login was switched on for your DotCode account: after the password it asks for a code from your app. ${from(about.visit)}`,
    'If that was you, keep your recovery codes where you find them without your telephone. A new password does not switch it off.',
  ]);
  if (undoUrl === undefined) return letter;
  return {
    ...letter,
    button: { label: 'It was not me', url: undoUrl },
    notes: ['The button works for 8 days. It switches this off, logs you out everywhere and asks for a new password.'],
  };
}

export function secondFactorOffLetter(about: About): Letter {
  return letterTo(about, 'Your login no longer asks for a code', [
    `Two-step login was switched off: your password alone opens your DotCode account. ${from(about.visit)}`,
    ifYou,
  ]);
}

/** After `npm run admin -- remove-second-factor`. Nobody else is asked: the operator has made sure that it is the owner. */
export function secondFactorRemovedLetter(about: Omit<About, 'visit'>): Letter {
  const paragraphs = [
    'The people who run DotCode have switched two-step login off for your account, because they were asked to: your password alone opens it.',
    'If you have asked for that, log in and switch it on again under Settings, Account.',
  ];
  const note = 'Then tell the people who run the site that it was not you who asked.';
  return letterTo(about, 'Your login no longer asks for a code', paragraphs, note);
}

export function recoveryCodeUsedLetter(about: About, left: number, isFew: boolean): Letter {
  const codes = left === 1 ? '1 recovery code is' : `${left === 0 ? 'No' : left} recovery codes are`;
  const used = `Somebody logged in to your DotCode account with one of your recovery codes. ${from(about.visit)}`;
  return letterTo(about, isFew ? `${codes} left for your account` : 'A recovery code was used', [
    `${used} ${codes} left.`,
    ...(isFew ? ['Make new ones under Settings, Account, before you need them.'] : []),
    ifYou,
  ]);
}

export function recoveryCodesMadeLetter(about: About): Letter {
  const made = `New recovery codes were made for your DotCode account. The old ones no longer work. ${from(about.visit)}`;
  return letterTo(about, 'You have new recovery codes', [made, ifYou]);
}

/** After so many wrong codes that no more are taken. */
export function codesRefusedLetter({ name, visit, site }: About): Letter {
  const place = `${visit.device}${visit.address === '' ? '' : `, from ${visit.address}`}`;
  return {
    subject: 'Somebody knows your password',
    greeting: `Hello ${name},`,
    paragraphs: [
      `Somebody typed the right password of your DotCode account and then wrong codes, again and again (${place}). They were not let in.`,
      'If that was you: use a recovery code, or wait. If not, choose a new password now.',
    ],
    button: { label: 'Choose a new password', url: `${site}/reset` },
    notes: ['The button leads to a page where you can get a link for a new password.'],
  };
}
