import { announce } from './focus/announce.ts';

/** Puts a text on the clipboard and says so. False where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce('Copied');
    return true;
  } catch {
    announce('Could not copy');
    return false;
  }
}
