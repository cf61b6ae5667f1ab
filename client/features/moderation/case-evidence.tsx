import { useState } from 'react';
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
        <p className="mt-1 text-muted text-small">Sent {absoluteTime(evidence.sentAt)}</p>
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
        {evidence.image !== '' && <HiddenPicture src={evidence.image} alt={evidence.imageText} />}
      </>
    );
  if (kind !== 'person') return null;
  const { headline, about, location, githubUrl, websiteUrl, photoUrl } = evidence;
  const lines: [string, string | undefined][] = [
    ['Headline', headline],
    ['Location', location],
    ['Skills', skillList(evidence.skills).join(', ')],
    ['GitHub', githubUrl],
    ['Website', websiteUrl],
  ];
  return (
    <>
      <p className="wrap-anywhere font-semibold" dir="auto">
        {fullName(evidence)}
      </p>
      <dl className="wrap-anywhere grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-small">
        {lines.map(([name, value]) => value && <Line key={name} name={name} value={value} />)}
      </dl>
      <Text>{about ?? ''}</Text>
      {photoUrl && <HiddenPicture src={photoUrl} />}
    </>
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
  return (
    <div className="mt-3 max-h-96 max-w-lg overflow-hidden rounded-box border border-base-300">
      <Picture src={src} size="card" isOwn alt={alt || 'The reported picture'}>
        <p className="p-4 text-muted">This picture is not there any more, or cannot be shown.</p>
      </Picture>
    </div>
  );
}
