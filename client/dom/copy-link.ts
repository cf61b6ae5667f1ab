import { announce } from './focus/announce.ts';
import { toast } from './toast.ts';

/** Copies the full link of a path; where the browser does not allow it, shows the link for copying by hand. */
export async function copyLink(path: string): Promise<void> {
  const link = new URL(path, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    toast.success('Link copied');
    announce('Link copied');
  } catch {
    toast(link);
  }
}
