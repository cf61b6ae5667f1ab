import { classNames } from '#client/dom/class-names.ts';
import { sharedAs } from '#client/dom/shared-element.ts';
import { Drawn, type Shape } from '../drawing/drawn.tsx';
import { Picture } from '../picture/picture.tsx';

interface Props {
  /** The id of the person or project, which decides the colours. */
  id: string;
  src?: string | undefined;
  /** The alternative text of the picture. Without it the cover is decorative. */
  alt?: string | undefined;
  /** Called with the address of a picture that could not be loaded. */
  onFailure?: (src: string) => void;
  shape?: Exclude<Shape, 'avatar'>;
  /** Must set the height. */
  className: string;
}

/** The picture of a project, or the colours of a project or a person. */
export function Cover({ id, src, alt, onFailure, shape = 'card', className }: Props) {
  return (
    <div
      {...sharedAs('cover', id)}
      className={classNames('drawn overflow-hidden', className)}
      aria-hidden={alt === undefined || undefined}
    >
      <Picture src={src} of={id} size={shape === 'band' ? 'cover' : 'card'} alt={alt} onFailure={onFailure}>
        <Drawn id={id} shape={shape} />
      </Picture>
    </div>
  );
}

/** Width by height of a project's picture wherever it is shown; the class `aspect-cover` of main.css has the same. */
export const coverAspect = 2.3;
