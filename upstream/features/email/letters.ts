import type { Letter } from '#upstream/mail/letter.ts';
import type { Visit } from '../history/visit.ts';

/** The words of every mail about an account. `name` is the first name of the person. */
const hello = (name: string): string => `Hello ${name},`;
const notYou = 'If you did not expect this mail, you need to do nothing.';

export function verifyLetter(name: string, url: string, code: string): Letter {
  return {
    subject: 'Confirm your email address',
    greeting: hello(name),
    paragraphs: ['Welcome to DotCode. Please confirm that this address is yours.'],
    button: { label: 'Confirm my address', url },
    code,
    notes: ['The link and the code work for 7 days, and once.', 'If you have not signed up, you need to do nothing.'],
  };
}

/** To the new address. */
export function changeLetter(name: string, url: string): Letter {
  return {
    subject: 'Confirm your new email address',
    greeting: hello(name),
    paragraphs: ['You want to use this address for your DotCode account from now on. Please confirm that it is yours.'],
    button: { label: 'Confirm my new address', url },
    notes: ['The link works for 24 hours, and once. Until then your account keeps its old address.', notYou],
  };
}

/** To the new address, where another account has it. The person who asked is not told. */
export function addressInUseLetter(site: string): Letter {
  return {
    subject: 'Your email address was entered at DotCode',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody wanted to move another DotCode account to this address. Your own account has it, so nothing was changed.',
      `If that was you: log in at ${site} with this address instead.`,
    ],
    notes: [notYou],
  };
}

/** To the old address, when the change is asked for. */
export function changeAskedLetter(name: string, newAddress: string, url: string): Letter {
  return {
    subject: 'Your email address is about to change',
    greeting: hello(name),
    paragraphs: [
      `Your DotCode account is to get the address ${shortened(newAddress)}. A mail was sent there to confirm it.`,
      'If you asked for this, you need to do nothing. If not, somebody knows your password: keep your account with the button.',
    ],
    button: { label: 'Keep my account', url },
    notes: ['The button works for 8 days: also after the change.', keepNote],
  };
}

/** To the old address, when the new one was confirmed. */
export function changedLetter(name: string, newAddress: string, url: string): Letter {
  return {
    subject: 'Your email address was changed',
    greeting: hello(name),
    paragraphs: [
      `Your DotCode account now has the address ${shortened(newAddress)}. This one is no longer used.`,
      'If you asked for this, you need to do nothing. If not, take your account back with the button.',
    ],
    button: { label: 'Take my account back', url },
    notes: ['The button works for 7 days.', keepNote],
  };
}

const keepNote = 'It brings this address back, logs your account out everywhere and asks for a new password.';

/** After the old address has taken the account back. */
export function takenBackLetter(name: string, url: string): Letter {
  return {
    subject: 'Choose a new password',
    greeting: hello(name),
    paragraphs: [
      'Your DotCode account has this address again, and is logged out everywhere. Its old password no longer works.',
    ],
    button: { label: 'Choose a new password', url },
    notes: ['The link works for 30 minutes, and once. After that, use "Forgot password?" at the login.'],
  };
}

export function resetLetter(name: string, url: string): Letter {
  return {
    subject: 'Choose a new password',
    greeting: hello(name),
    paragraphs: ['Somebody, hopefully you, has asked for a new password of your DotCode account.'],
    button: { label: 'Choose a new password', url },
    notes: ['The link works for 30 minutes, and once.', `${notYou} Your password stays as it is.`],
  };
}

/** `url` leads to the page that takes the account back. */
export function passwordChangedLetter(
  name: string,
  { site, url, passkeysRemoved }: { site: string; url: string | undefined; passkeysRemoved: boolean },
): Letter {
  const done = 'The password of your DotCode account was changed a moment ago, and other devices were logged out.';
  return {
    subject: 'Your password was changed',
    greeting: hello(name),
    paragraphs: [
      passkeysRemoved ? `${done} Its passkeys were removed.` : done,
      'If that was you, you need to do nothing.',
    ],
    button: { label: 'It was not me', url: url ?? `${site}/reset` },
    notes: [
      url === undefined
        ? 'The button leads to a page where you can get a link for a new password.'
        : 'The button takes your account back: it logs every device out, removes passkeys and asks for a new password. Such buttons in earlier mails no longer work.',
    ],
  };
}

/** After the first confirmation, which ends what somebody else may have made before. */
export function addressConfirmedLetter(
  name: string,
  { site, passkeys, factor, password }: { site: string; passkeys: boolean; factor: boolean; password: boolean },
): Letter {
  const ended = [
    'other devices were logged out',
    ...(passkeys ? ['passkeys that were made before were removed'] : []),
    ...(factor ? ['two-step login was switched off'] : []),
    ...(password ? ['the password that was there no longer works'] : []),
  ];
  return {
    subject: 'Your address is confirmed',
    greeting: hello(name),
    paragraphs: [
      'The address of your DotCode account was confirmed a moment ago.',
      `Somebody else could have signed up with it before. To keep them out, ${new Intl.ListFormat('en').format(ended)}.`,
    ],
    ...(password && { button: { label: 'Choose a password', url: `${site}/reset` } }),
    notes: [password ? 'The button leads to a page where you can get a link for a new password.' : notYou],
  };
}

export function newDeviceLetter(name: string, { device, address }: Visit, url: string): Letter {
  return {
    subject: 'New login to your account',
    greeting: hello(name),
    paragraphs: [
      `Somebody logged in to your DotCode account a moment ago: ${device}${address === '' ? '' : `, from ${address}`}.`,
      'If that was you, you need to do nothing. If not, somebody knows your password: keep your account with the button.',
    ],
    button: { label: 'It was not me', url },
    notes: ['The button works for 8 days. It logs your account out everywhere and asks for a new password.'],
  };
}

/** The old address need not learn the new one whole: it may be somebody else's by now. */
function shortened(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${local.slice(0, 1)}…@${domain}`;
}
