/** Whether this browser can use passkeys at this address. They belong to a name, so not at an address of numbers. */
export function passkeysWorkHere(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
}
