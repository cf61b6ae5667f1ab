/** The two live regions that `announce()` speaks through; mounted once, at start, by the root layout. */
export function Announcer() {
  return (
    <>
      <div id="announcer-polite" role="status" aria-live="polite" className="sr-only" />
      <div id="announcer-assertive" role="alert" aria-live="assertive" className="sr-only" />
    </>
  );
}
