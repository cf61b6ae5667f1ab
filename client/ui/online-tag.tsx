/** A dot and its word, for somebody who is online. Of everybody else nothing is said. */
export function OnlineTag() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-micro text-success">
      <span className="size-2 rounded-full bg-success" aria-hidden="true" />
      Online
    </span>
  );
}
