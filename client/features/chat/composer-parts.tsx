import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { messageExcerpt } from '#client/lib/text/message-format.ts';
import { IconButton } from '#client/ui/button.tsx';
import { limits } from '#shared/limits.ts';
import { uploadTypes } from '#shared/pictures.ts';

/** A line above the composer: it answers a message, or changes one. */
export function ComposerContext({
  kind,
  title,
  excerpt,
  onCancel,
}: {
  kind: 'reply' | 'edit';
  title: string;
  excerpt: string;
  onCancel: () => void;
}) {
  const Icon = kind === 'reply' ? Reply : Pencil;
  return (
    <div className="mx-auto mb-2 flex max-w-reading items-center gap-3 border-primary border-s-2 bg-base-200 py-1 ps-3 pe-1">
      <Icon size={16} strokeWidth={1.75} className="shrink-0 text-primary" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <span className="block truncate font-semibold text-micro text-primary" dir="auto">
          {title}
        </span>
        <span className="block truncate text-small" dir="auto">
          {messageExcerpt(excerpt)}
        </span>
      </p>
      <IconButton
        icon={X}
        size={18}
        label={kind === 'reply' ? 'Do not answer this message' : 'Do not change this message'}
        className="btn-sm pointer-coarse:size-11"
        onClick={onCancel}
      />
    </div>
  );
}

export function AddPictures({ onChoose }: { onChoose: (files: File[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={files}
        type="file"
        accept={uploadTypes.join()}
        multiple
        hidden
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // The same picture can be chosen again after it was removed.
          target.value = '';
        }}
      />
      <IconButton
        icon={Paperclip}
        label="Add pictures"
        title="Add pictures"
        className="-ms-2 size-11"
        onClick={() => files.current?.click()}
      />
    </>
  );
}

const countFrom = 1800;

export function Count({ id, length }: { id: string; length: number }) {
  const left = limits.chatMessage.max - length;
  return (
    <p
      id={id}
      className={classNames(
        'mx-auto mt-2 max-w-reading text-end font-mono text-micro',
        length < countFrom && 'sr-only',
        left < 0 ? 'text-error' : 'text-muted',
      )}
    >
      {length < countFrom ? '' : left < 0 ? `${-left} characters too many` : `${left} characters left`}
    </p>
  );
}
