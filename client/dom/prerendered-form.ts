let form: HTMLFormElement | null = null;

/** Remembers the login form of a pre-rendered page before React takes the page over or draws it anew. */
export function notePrerenderedForm(root: HTMLElement): void {
  form = root.querySelector<HTMLFormElement>('form:has([name="emailId"])');
}

/** That form, once. Where React has drawn the page anew, it is no longer in the document and still has its values. */
export function takePrerenderedForm(): HTMLFormElement | null {
  const taken = form;
  form = null;
  return taken;
}
