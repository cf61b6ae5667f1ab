import X from 'lucide-react/icons/x';

interface Props {
  label: string;
  pressed: boolean;
  onPress: () => void;
}

/** A filter that is on or off; when on, it shows a cross. */
export function FilterChip({ label, pressed, onPress }: Props) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={`inline-flex min-h-8 max-w-full shrink-0 items-center gap-1 rounded-selector border px-2.5 font-mono text-micro pointer-coarse:min-h-11 ${
        pressed ? 'border-primary bg-primary text-primary-content' : 'border-outline bg-base-100 hover:border-primary'
      }`}
      onClick={onPress}
    >
      <span className="truncate">{label}</span>
      {pressed && <X size={14} className="shrink-0" aria-hidden="true" />}
    </button>
  );
}
