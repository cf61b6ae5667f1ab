export function Wordmark() {
  return (
    <span className="font-mono text-h3 font-bold" aria-hidden="true">
      Dot<span className="text-primary">.Code</span>
    </span>
  );
}
