/** New things wait behind this button instead of pushing the list around. */
export function Pill({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div className="pointer-events-none sticky top-2 z-10 flex justify-center">
      <button type="button" className="enter btn btn-primary btn-sm pointer-events-auto rounded-full" onClick={onClick}>
        {label}
      </button>
    </div>
  );
}
