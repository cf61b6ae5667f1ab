import { toast } from 'sonner';

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
