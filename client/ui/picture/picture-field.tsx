import { type ClipboardEvent, type DragEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { useKeptFocus } from '#client/lib/dom/focus.ts';
import { lazyPart } from '#client/lib/dom/lazy-part.ts';
import { uploadTypes } from '#shared/pictures.ts';
import { Button } from '../button.tsx';
import { pictureIn, type SendPicture, useUpload } from './use-upload.ts';

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog);

interface Props {
  label: string;
  value: string;
  /** The picture as it will be shown. */
  preview: ReactNode;
  /** Width by height. */
  aspect: number;
  round?: boolean;
  error?: string | undefined;
  send: SendPicture;
  onChange: (url: string) => void;
  /** Beneath: another way to a picture, such as a link. */
  children?: ReactNode;
}

/** Takes a picture by button, drop or paste, lets a part be cut out of it, and sends it. */
export function PictureField({ label, value, preview, aspect, round = false, error, send, onChange, children }: Props) {
  const { step, choose, cut, cancelCut } = useUpload(send, onChange);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const { pressed } = useKeptFocus(buttons, `${step.at} ${value}`);
  const id = useId();
  const take = (file: File | undefined) => {
    if (file !== undefined && step.at === 'rest') void choose(file);
  };
  const handlers = {
    onPaste(event: ClipboardEvent) {
      const file = pictureIn(event.clipboardData);
      if (file === undefined) return;
      event.preventDefault();
      take(file);
    },
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsOver(false);
      take(pictureIn(event.dataTransfer) ?? event.dataTransfer.files[0]);
    },
  };
  const problem = step.at === 'rest' ? step.problem : undefined;
  return (
    <fieldset aria-describedby={`${id}-hint`} className="flex min-w-0 flex-col gap-2" {...handlers}>
      <legend className="mb-1 text-small font-semibold">{label}</legend>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-4 rounded-box border border-dashed p-4',
          isOver ? 'border-primary bg-base-200' : 'border-base-300',
        )}
      >
        {preview}
        <div ref={buttons} className="flex min-w-0 flex-1 basis-48 flex-col gap-2" onClickCapture={pressed}>
          {step.at === 'sending' ? (
            <Sending share={step.share} onCancel={step.cancel} />
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => input.current?.click()}>{value === '' ? 'Upload a picture' : 'Replace'}</Button>
              {value !== '' && (
                <Button look="quiet" onClick={() => onChange('')}>
                  Remove
                </Button>
              )}
            </div>
          )}
          <p id={`${id}-hint`} className="text-small text-muted">
            Or drop one here, or paste it. PNG, JPEG, WebP, AVIF or GIF.
          </p>
        </div>
      </div>
      <div role="status" className="text-small text-error empty:hidden">
        {problem !== undefined && <span>{problem}</span>}
        {step.at === 'rest' && step.retry && (
          <Button look="quiet" className="btn-inline ms-2" onClick={step.retry}>
            Try again
          </Button>
        )}
      </div>
      {error !== undefined && <p className="text-small text-error">{error}</p>}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={uploadTypes.join()}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      {step.at === 'cutting' && (
        <Suspense>
          <CropDialog picture={step.picture} aspect={aspect} round={round} onCut={cut} onClose={cancelCut} />
        </Suspense>
      )}
      {children}
    </fieldset>
  );
}

function Sending({ share, onCancel }: { share: number; onCancel: () => void }) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="sr-only">
        Sending the picture
      </label>
      <progress id={id} className="h-2 flex-1 accent-primary" max={100} value={Math.round(share * 100)} />
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface LinkInsteadProps {
  /** Opens it; it never closes by itself, because the field in it may have the focus. */
  open: boolean;
  children: ReactNode;
}

/** A field for the address of a picture elsewhere, behind a line that opens it. */
export function LinkInstead({ open, children }: LinkInsteadProps) {
  const [isOpen, setIsOpen] = useState(open);
  if (open && !isOpen) setIsOpen(true);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open || open)}>
      <summary className="w-fit cursor-pointer text-small text-muted hover:underline">Use a link instead</summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
