import { linkify } from '#client/text/web-links.ts';

/** Shows a profile's text with its line breaks and with links. The text is never parsed as markup. */
export function About({ text }: { text: string }) {
  return (
    <p className="max-w-[68ch] whitespace-pre-line" dir="auto">
      {linkify(text).map((part) =>
        part.href === undefined ? (
          <span key={part.at}>{part.text}</span>
        ) : (
          <a
            key={part.at}
            href={part.href}
            target="_blank"
            rel="nofollow noopener noreferrer"
            className="text-primary underline"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  );
}
