import { useEffect, useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import type { Cut } from './use-upload.ts';

interface Props {
  picture: ImageBitmap;
  /** Width by height of what is cut. */
  aspect: number;
  round?: boolean;
  onCut: (cut: Cut) => void;
  onClose: () => void;
}

/** Chooses the part of a picture that is shown. The handles move with the arrow keys too. */
export function CropDialog({ picture, aspect, round = false, onCut, onClose }: Props) {
  const [cut, setCut] = useState<PercentCrop>(() => largestCut(picture, aspect));
  return (
    <Dialog
      title="Choose what is shown"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={() => onCut(cut)}>
            Use this part
          </Button>
        </>
      }
    >
      <ReactCrop
        crop={cut}
        aspect={aspect}
        circularCrop={round}
        keepSelection
        minWidth={32}
        ruleOfThirds={!round}
        ariaLabels={cropLabels}
        onChange={(_pixels, percent) => setCut(percent)}
      >
        <Preview picture={picture} />
      </ReactCrop>
    </Dialog>
  );
}

/** Drawn, because the page's security policy lets no picture in from a file of the device. */
function Preview({ picture }: { picture: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = Math.min(1, 900 / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  }, [picture, width, height]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      role="img"
      aria-label="The chosen picture"
      className="max-h-[50dvh] max-w-full"
    />
  );
}

function largestCut({ width, height }: ImageBitmap, aspect: number): PercentCrop {
  return centerCrop(
    makeAspectCrop(
      { unit: '%', ...(width / height > aspect ? { height: 100 } : { width: 100 }) },
      aspect,
      width,
      height,
    ),
    width,
    height,
  );
}

const cropLabels = {
  cropArea: 'The part that is shown. Move it with the arrow keys.',
  nwDragHandle: 'Top left corner. Move it with the arrow keys.',
  nDragHandle: 'Top edge. Move it with the arrow keys.',
  neDragHandle: 'Top right corner. Move it with the arrow keys.',
  eDragHandle: 'Right edge. Move it with the arrow keys.',
  seDragHandle: 'Bottom right corner. Move it with the arrow keys.',
  sDragHandle: 'Bottom edge. Move it with the arrow keys.',
  swDragHandle: 'Bottom left corner. Move it with the arrow keys.',
  wDragHandle: 'Left edge. Move it with the arrow keys.',
};
