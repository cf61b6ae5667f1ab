import { toast } from 'sonner';
import { announce } from './announce.tsx';

/** Copies the full link of a path. Where the browser does not allow it, shows the link for copying by hand, and answers false. */
export async function copyLink(path: string): Promise<boolean> {
  const link = new URL(path, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    toast.success('Link copied');
    return true;
  } catch {
    toast(link);
    return false;
  }
}

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

/** Lets the browser save a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
