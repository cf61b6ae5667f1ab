/**
 * Whether this browser can use passkeys at this address. They belong to a host name, so there are none at an IP
 * address.
 */
export function passkeysWorkHere(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
}
