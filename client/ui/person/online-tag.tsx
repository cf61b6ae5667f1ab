/** A dot and the word Online. Render nothing for people who are offline. */
export function OnlineTag() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-micro text-success">
      <span className="size-2 rounded-full bg-success" aria-hidden="true" />
      Online
    </span>
  );
}
