/** The words of a request; renders nothing without any. */
export function RequestNote({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <blockquote className="mt-2 whitespace-pre-line border-primary border-s-2 ps-3 text-small" dir="auto">
      {text}
    </blockquote>
  );
}
