import { Link, useNavigate } from 'react-router-dom';
import { useAppSelector } from '#client/state/hooks.ts';
import { to } from '#shared/routes.ts';
import { ErrorExtras } from './error-extras.tsx';

interface Props {
  /** "404", "405", "400" or a word. */
  code: string;
  sentence: string;
  /** The message of the router or of the thrown error. */
  detail?: string | undefined;
  /** A further sentence for people. */
  words?: string | undefined;
}

/** Says in one sentence what happened, with two links to go on. */
export function ErrorView({ code, sentence, detail, words }: Props) {
  const navigate = useNavigate();
  const hasUser = useAppSelector((state) => state.auth.user !== null);
  return (
    <div className="gutter-x mx-auto flex min-h-[70dvh] w-full max-w-reading flex-col items-start justify-center gap-4 py-12">
      <p className="font-mono text-[clamp(4rem,18vw,8rem)] leading-none font-bold text-primary" aria-hidden="true">
        {code}
      </p>
      <h1 tabIndex={-1} className="text-h1">
        {sentence}
      </h1>
      {words !== undefined && <p className="max-w-[60ch] text-muted">{words}</p>}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-outline" onClick={() => navigate(-1)}>
          Go back
        </button>
        <Link to={hasUser ? to.feed() : to.landing()} className="btn btn-primary">
          {hasUser ? 'Go to feed' : 'Go to the start page'}
        </Link>
        <ErrorExtras code={code} detail={detail} />
      </div>
    </div>
  );
}

export function ErrorPage() {
  return <ErrorView code="oops" sentence="Something went wrong" />;
}
