import type { ExternalToast, toast as sonnerToast } from 'sonner';
import { loadAgain } from '#client/dom/retry/load-again.ts';
import { areToastsWanted, wantToasts } from './first-toast.ts';

type Toast = typeof sonnerToast;

/**
 * Says something in the toast area. Its code is loaded soon after the first sign of the user, or with the first toast, which is
 * shown once it is here.
 */
export const toast = Object.assign((text: string, options?: ExternalToast) => say((shown) => shown(text, options)), {
  success: ofKind('success'),
  error: ofKind('error'),
  info: ofKind('info'),
  warning: ofKind('warning'),
  dismiss: (id: string) => dismissWhere((each) => each === id),
  /** Takes back the toasts whose ids begin so. */
  dismissAll: (prefix: string) => dismissWhere((each) => each.startsWith(prefix)),
});

function ofKind(kind: 'success' | 'error' | 'info' | 'warning') {
  return (text: string, options?: ExternalToast) => say((shown) => shown[kind](text, options));
}

function say(run: (shown: Toast) => unknown): void {
  wantToasts();
  later(run);
}

function dismissWhere(isMeant: (id: string) => boolean): void {
  if (!areToastsWanted()) return;
  later((shown) => {
    for (const { id } of shown.getToasts()) if (isMeant(String(id))) shown.dismiss(id);
  });
}

/** An import gives its module in the order of the calls: a toast is not taken back before it is said. */
function later(run: (shown: Toast) => unknown): void {
  void loadAgain(() => import('sonner')).then((sonner) => run(sonner.toast));
}
