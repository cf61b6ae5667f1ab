let form: HTMLFormElement | null = null;

/** Remembers the login form of a pre-rendered page before React takes the page over or draws it anew. */
export function notePrerenderedForm(root: HTMLElement): void {
  form = root.querySelector<HTMLFormElement>('form:has([name="emailId"])');
}

/** The remembered login form; null from the second call on. After React has redrawn the page the form is detached, but keeps its values. */
export function takePrerenderedForm(): HTMLFormElement | null {
  const taken = form;
  form = null;
  return taken;
}
