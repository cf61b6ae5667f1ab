import type { LucideIcon } from 'lucide-react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { IconButton } from '#client/ui/button.tsx';
import type { MessagePicture } from '#shared/api/chat.ts';
import { chatPictureIdOf, chatPictureUrl } from '#shared/pictures.ts';

interface Props {
  pictures: readonly MessagePicture[];
  first: number;
  /** The sender of the pictures and the time. */
  caption: string;
  onClose: () => void;
}

const zooms = [1, 1.5, 2, 3, 4];

/** The pictures of a message over the whole window: arrow keys change the picture, + and − its size, Escape closes. */
export function PictureViewer({ pictures, first, caption, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(first);
  const [zoom, setZoom] = useState(0);
  const picture = pictures[index];
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (!element?.open) element?.showModal();
    return () => {
      // A modal dialog lets nothing outside take the focus.
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // The middle of the picture stays in the middle. The picture has its new size at once, by `transition-none`: with reduced motion
  // every other change of style takes a millisecond.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the size
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
    element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
  }, [zoom, index]);
  if (!picture) return null;
  const id = chatPictureIdOf(picture.url);
  const step = (by: number) => {
    setZoom(0);
    setIndex((index + by + pictures.length) % pictures.length);
  };
  const zoomBy = (by: number) => setZoom(Math.min(zooms.length - 1, Math.max(0, zoom + by)));
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowRight: zoom === 0 ? () => step(1) : undefined,
      ArrowLeft: zoom === 0 ? () => step(-1) : undefined,
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      '0': () => setZoom(0),
    }[event.key];
    // The thread behind has keys of its own.
    event.stopPropagation();
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  const scale = zooms[zoom] ?? 1;
  const tool =
    'text-neutral-content hover:bg-neutral-content/15 focus-visible:bg-neutral-content/15 active:bg-neutral-content/25';
  return (
    <dialog
      ref={dialog}
      aria-label={`Picture ${index + 1} of ${pictures.length}`}
      className="m-0 hidden h-dvh max-h-none w-dvw max-w-none flex-col bg-neutral text-neutral-content open:flex"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center gap-1 p-2">
        <p className="min-w-0 flex-1 truncate px-2 text-small">
          {pictures.length > 1 && <span className="font-mono">{`${index + 1} / ${pictures.length} · `}</span>}
          <span>{caption}</span>
        </p>
        <IconButton
          icon={ZoomOut}
          label="Smaller"
          className={tool}
          aria-disabled={zoom === 0}
          onClick={() => zoomBy(-1)}
        />
        <output className="w-12 text-center font-mono text-micro">{`${scale * 100} %`}</output>
        <IconButton
          icon={ZoomIn}
          label="Larger"
          className={tool}
          aria-disabled={zoom === zooms.length - 1}
          onClick={() => zoomBy(1)}
        />
        <IconButton icon={X} label="Close" className={tool} onClick={onClose} />
      </div>
      <div className="flex min-h-0 flex-1 items-stretch">
        {pictures.length > 1 && <StepButton icon={ChevronLeft} label="Previous picture" onClick={() => step(-1)} />}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: beside the buttons and keys, which do the same */}
        <div
          ref={box}
          className={classNames('flex min-w-0 flex-1 overflow-auto', zoom > 0 && 'cursor-grab')}
          tabIndex={zoom > 0 ? 0 : undefined}
          onDoubleClick={() => setZoom(zoom === 0 ? 2 : 0)}
          onPointerMove={drag}
        >
          <img
            key={picture.url}
            src={id === undefined ? undefined : chatPictureUrl(id, 'cover.webp')}
            alt={picture.alt ?? ''}
            width={picture.width}
            height={picture.height}
            draggable={false}
            className="m-auto block shrink-0 object-contain transition-none"
            style={{
              width: `${scale * 100}%`,
              height: `${scale * 100}%`,
              // A small picture is shown in its own size until it is enlarged.
              maxWidth: scale * picture.width,
              maxHeight: scale * picture.height,
            }}
          />
        </div>
        {pictures.length > 1 && <StepButton icon={ChevronRight} label="Next picture" onClick={() => step(1)} />}
      </div>
      {picture.alt && <p className="max-h-24 overflow-y-auto px-4 py-3 text-center text-small">{picture.alt}</p>}
    </dialog>
  );
}

function StepButton({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="grid w-12 shrink-0 place-items-center hover:bg-neutral-content/10"
      aria-label={label}
      onClick={onClick}
    >
      <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

/** Moves an enlarged picture with the mouse; touch scrolls by itself. */
function drag({ buttons, pointerType, movementX, movementY, currentTarget }: PointerEvent<HTMLElement>): void {
  if (buttons !== 1 || pointerType !== 'mouse') return;
  currentTarget.scrollLeft -= movementX;
  currentTarget.scrollTop -= movementY;
}
