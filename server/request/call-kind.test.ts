import { describe, expect, it } from 'vitest';
import { apiPaths } from '#shared/paths.ts';
import { callKindOf } from './call-kind.ts';
import { callPathOf } from './target.ts';

describe('callKindOf', () => {
  it.each([
    ['POST', apiPaths.login, 'login'],
    ['PUT', apiPaths.login, 'login'],
    ['POST', 'LOGIN', 'login'],
    ['POST', 'login/', 'login'],
    ['POST', '%6Cogin', 'login'],
    ['GET', apiPaths.login, 'other'],
    ['POST', 'login/x', 'other'],
    ['POST', 'login;x', 'login'],
    ['POST', 'login%3Bx/', 'login'],
    ['POST', apiPaths.signup, 'signup'],
    ['POST', apiPaths.signout, 'sign-out'],
    ['DELETE', apiPaths.session('7'), 'other'],
    ['GET', apiPaths.sessions, 'other'],
    ['PATCH', apiPaths.profilePassword, 'password-check'],
    ['DELETE', apiPaths.profileDelete, 'password-check'],
    ['PATCH', apiPaths.emailChange, 'own-password'],
    ['POST', apiPaths.profileConfirm, 'own-password'],
    ['POST', apiPaths.totpStart, 'own-password'],
    ['POST', apiPaths.totpRecoveryCodes, 'own-password'],
    ['DELETE', apiPaths.totp, 'own-password'],
    ['POST', apiPaths.totpConfirm, 'other'],
    ['GET', apiPaths.totp, 'other'],
    ['POST', apiPaths.emailVerify, 'mail-link'],
    ['POST', apiPaths.emailUndo, 'mail-link'],
    ['POST', apiPaths.passwordForgot, 'mail-link'],
    ['POST', apiPaths.inviteLook, 'mail-link'],
    ['POST', apiPaths.inviteAccept, 'other'],
    ['POST', `${apiPaths.passwordReset}/`, 'mail-link'],
    ['POST', apiPaths.emailResend, 'other'],
    ['GET', apiPaths.profileView, 'other'],
    ['POST', apiPaths.media, 'media'],
    ['GET', 'socket.io', 'socket'],
    ['POST', 'socket.io/', 'socket'],
    ['GET', 'socket.io/x', 'socket'],
    ['GET', 'socket.iox', 'other'],
    ['POST', 'socket.iox', 'other'],
    ['POST', '%zz', 'other'],
  ])('calls %s %s %s', (method, path, kind) => expect(callKindOf(method, callPathOf(`/api/${path}`) ?? '')).toBe(kind));
});
