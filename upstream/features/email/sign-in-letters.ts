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

/** The person who changed it had a session of the account. A new password ends all sessions. */
function notMe(site: string): Pick<Letter, 'button' | 'notes'> {
  return {
    button: { label: 'It was not me', url: `${site}/reset` },
    notes: ['The button leads to a page where you can get a link for a new password, which logs out every device.'],
  };
}

export function passkeyAddedLetter({ name, visit, site }: About, passkeyName: string): Letter {
  return {
    subject: 'A passkey was added to your account',
    greeting: `Hello ${name},`,
    paragraphs: [`The passkey “${passkeyName}” opens your DotCode account from now on. ${from(visit)}`, ifYou],
    ...notMe(site),
    notes: [...notMe(site).notes, 'Then remove the passkey under Settings, Account.'],
  };
}

export function passkeyRemovedLetter({ name, visit, site }: About, passkeyName: string): Letter {
  return {
    subject: 'A passkey was removed from your account',
    greeting: `Hello ${name},`,
    paragraphs: [`The passkey “${passkeyName}” no longer opens your DotCode account. ${from(visit)}`, ifYou],
    ...notMe(site),
  };
}

/** `undoUrl` leads to the page that takes the account back, which also switches this second factor off. */
export function secondFactorOnLetter({ name, visit, site }: About, undoUrl: string | undefined): Letter {
  const letter = {
    subject: 'Your login asks for a code from now on',
    greeting: `Hello ${name},`,
    paragraphs: [
      `Two-step login was switched on for your DotCode account: after the password it asks for a code from your app. ${from(visit)}`,
      'If that was you, keep your recovery codes where you find them without your telephone. A new password does not switch it off.',
    ],
  };
  if (undoUrl === undefined) return { ...letter, ...notMe(site) };
  return {
    ...letter,
    button: { label: 'It was not me', url: undoUrl },
    notes: ['The button works for 8 days. It switches this off, logs you out everywhere and asks for a new password.'],
  };
}

export function secondFactorOffLetter({ name, visit, site }: About): Letter {
  return {
    subject: 'Your login no longer asks for a code',
    greeting: `Hello ${name},`,
    paragraphs: [
      `Two-step login was switched off: your password alone opens your DotCode account. ${from(visit)}`,
      ifYou,
    ],
    ...notMe(site),
  };
}

/** After `npm run admin -- remove-second-factor`. Nobody else is asked: the operator has made sure that it is the owner. */
export function secondFactorRemovedLetter({ name, site }: Omit<About, 'visit'>): Letter {
  return {
    subject: 'Your login no longer asks for a code',
    greeting: `Hello ${name},`,
    paragraphs: [
      'The people who run DotCode have switched two-step login off for your account, because they were asked to: your password alone opens it.',
      'If you have asked for that, log in and switch it on again under Settings, Account.',
    ],
    ...notMe(site),
    notes: [...notMe(site).notes, 'Then tell the people who run the site that it was not you who asked.'],
  };
}

export function recoveryCodeUsedLetter({ name, visit, site }: About, left: number, isFew: boolean): Letter {
  const codes = left === 1 ? '1 recovery code is' : `${left === 0 ? 'No' : left} recovery codes are`;
  const used = `Somebody logged in to your DotCode account with one of your recovery codes. ${from(visit)}`;
  return {
    subject: isFew ? `${codes} left for your account` : 'A recovery code was used',
    greeting: `Hello ${name},`,
    paragraphs: [
      `${used} ${codes} left.`,
      ...(isFew ? ['Make new ones under Settings, Account, before you need them.'] : []),
      ifYou,
    ],
    ...notMe(site),
  };
}

export function recoveryCodesMadeLetter({ name, visit, site }: About): Letter {
  return {
    subject: 'You have new recovery codes',
    greeting: `Hello ${name},`,
    paragraphs: [
      `New recovery codes were made for your DotCode account. The old ones no longer work. ${from(visit)}`,
      ifYou,
    ],
    ...notMe(site),
  };
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
