import type { ExternalToast, toast as sonnerToast } from 'sonner';
import { loadCode } from '#client/dom/retry/load-code.ts';
import { areToastsWanted, wantToasts } from './first-toast.ts';

type Toast = typeof sonnerToast;

/**
 * Shows a text in the toast area. The code of the area is loaded soon after the user's first press or key, or with the
 * first toast, which is shown once the code is here.
 */
export const toast = Object.assign((text: string, options?: ExternalToast) => say((shown) => shown(text, options)), {
  success: ofKind('success'),
  error: ofKind('error'),
  info: ofKind('info'),
  warning: ofKind('warning'),
  dismiss: (id: string) => dismissWhere((each) => each === id),
  /** Dismisses the toasts whose ids begin with this prefix. */
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

/** An import gives its module in the order of the calls: no toast is dismissed before it is shown. */
function later(run: (shown: Toast) => unknown): void {
  void loadCode(() => import('sonner')).then((sonner) => run(sonner.toast));
}
