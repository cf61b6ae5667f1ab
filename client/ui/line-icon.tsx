/** Draws one of Lucide's icons from its path, for the screens before the login: Lucide's runtime would cost them 2 kB. */
export function LineIcon({ line, size, className = '' }: { line: string; size: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={line} />
    </svg>
  );
}
