import X from 'lucide-react/icons/x';
import { limits } from '#shared/limits.ts';
import type { Attachment } from './attachment.ts';

interface Props {
  attachments: readonly Attachment[];
  problem: string | undefined;
  onDescribe: (id: string, alt: string) => void;
  onRemove: (id: string) => void;
}

/** The pictures of the message that is being written, each with the text for who cannot see it. */
export function AttachmentTray({ attachments, problem, onDescribe, onRemove }: Props) {
  return (
    <div className="mx-auto mb-2 max-w-reading">
      {attachments.length > 0 && (
        <ul className="flex gap-3 overflow-x-auto pb-1" aria-label="Pictures to send">
          {attachments.map(({ id, source, alt }, place) => (
            <li key={id} className="flex w-36 shrink-0 flex-col gap-1">
              <span className="relative block h-24 overflow-hidden rounded-field border border-base-300 bg-base-200">
                <img src={source} alt="" className="size-full object-cover" />
                <button
                  type="button"
                  aria-label={`Remove picture ${place + 1}`}
                  className="absolute end-1 top-1 grid size-7 place-items-center rounded-full bg-base-100 shadow-sm pointer-coarse:size-9"
                  onClick={() => onRemove(id)}
                >
                  <X size={16} strokeWidth={2} aria-hidden="true" />
                </button>
              </span>
              <input
                className="input h-9 px-2 text-small"
                placeholder="Describe it"
                aria-label={`What picture ${place + 1} shows`}
                maxLength={limits.imageAlt.max}
                value={alt}
                onChange={(event) => onDescribe(id, event.target.value)}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && <p className="text-error text-small">{problem}</p>}
    </div>
  );
}
