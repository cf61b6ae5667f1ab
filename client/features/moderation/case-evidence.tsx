import { Fragment, useState } from 'react';
import { fullName, skillList } from '#client/text/person.ts';
import { absoluteTime } from '#client/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { Picture } from '#client/ui/picture/picture.tsx';
import type { CaseEvidence } from '#shared/api/moderation.ts';
import type { ReportKind } from '#shared/api/reports.ts';

/** The copy that was made with the report, as text: links are not followed, and pictures wait for a press. */
export function Evidence({ kind, evidence }: { kind: ReportKind; evidence: CaseEvidence }) {
  if ('sentAt' in evidence)
    return (
      <>
        <Text>{evidence.text}</Text>
        {evidence.pictures?.map(({ data, alt }) => (
          <Fragment key={data}>
            <HiddenPicture src={data} alt={alt} />
            {alt !== '' && <Text>{alt}</Text>}
          </Fragment>
        ))}
        <p className="mt-1 text-muted text-small">
          {`Sent ${absoluteTime(evidence.sentAt)}${evidence.editedAt ? `, edited ${absoluteTime(evidence.editedAt)}` : ''}`}
        </p>
      </>
    );
  if ('url' in evidence) return <HiddenPicture src={evidence.url} />;
  if ('image' in evidence)
    return (
      <>
        <p className="wrap-anywhere font-semibold" dir="auto">
          {evidence.name}
        </p>
        <Text>{evidence.description}</Text>
        <Lines
          lines={[
            ['Looks for', evidence.roles?.join(', ')],
            ['Links', evidence.links?.join(', ')],
          ]}
        />
        {evidence.image !== '' && <HiddenPicture src={evidence.image} alt={evidence.imageText} />}
      </>
    );
  if (kind !== 'person') return null;
  const { headline, about, location, githubUrl, websiteUrl, photoUrl, note } = evidence;
  const lines: [string, string | undefined][] = [
    ['Headline', headline],
    ['Location', location],
    ['Skills', skillList(evidence.skills).join(', ')],
    ['GitHub', githubUrl],
    ['Website', websiteUrl],
    ['Note to the reporter', note],
  ];
  return (
    <>
      <p className="wrap-anywhere font-semibold" dir="auto">
        {fullName(evidence)}
      </p>
      <Lines lines={lines} />
      <Text>{about ?? ''}</Text>
      {photoUrl && <HiddenPicture src={photoUrl} />}
    </>
  );
}

/** Lines without a value are left out. */
function Lines({ lines }: { lines: readonly (readonly [string, string | undefined])[] }) {
  const said = lines.filter(([, value]) => value);
  if (said.length === 0) return null;
  return (
    <dl className="wrap-anywhere grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-small">
      {said.map(([name, value]) => (
        <Line key={name} name={name} value={value ?? ''} />
      ))}
    </dl>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
}

/** Source text, never Markdown. */
function Text({ children }: { children: string }) {
  if (children.trim() === '') return null;
  return (
    <blockquote
      className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-field border border-base-300 bg-base-200 p-3"
      dir="auto"
    >
      {children}
    </blockquote>
  );
}

/** A moderator chooses when to see a picture that somebody has reported. */
function HiddenPicture({ src, alt }: { src: string; alt?: string }) {
  const [shown, setShown] = useState(false);
  if (!shown)
    return (
      <Button className="mt-3" onClick={() => setShown(true)}>
        Load this picture
      </Button>
    );
  const words = alt || 'The reported picture';
  // A copy in the report itself, whole.
  if (src.startsWith('data:'))
    return <img src={src} alt={words} className="mt-3 max-h-96 max-w-full rounded-box border border-base-300" />;
  return (
    <div className="mt-3 max-h-96 max-w-lg overflow-hidden rounded-box border border-base-300">
      <Picture src={src} size="card" alt={words}>
        <p className="p-4 text-muted">This picture is not there any more, or cannot be shown.</p>
      </Picture>
    </div>
  );
}
