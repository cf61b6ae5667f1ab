import { useEffect, useState } from 'react';

/** The hint under a picture link. Loads the picture, to say when it cannot be shown. */
export function PhotoHint({ url }: { url: string }) {
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (!URL.canParse(url) || !/^https?:/i.test(url)) return;
    const image = new Image();
    image.referrerPolicy = 'no-referrer';
    image.onerror = () => setFailed(url);
    image.src = url;
    return () => {
      image.onerror = null;
    };
  }, [url]);
  const problem =
    url === ''
      ? undefined
      : failed === url
        ? 'We could not load this image.'
        : url.startsWith('http://')
          ? 'Only pictures over https are shown; initials stand in for this one.'
          : undefined;
  return (
    <span role="status" className={problem === undefined ? undefined : 'text-warning'}>
      {problem ?? 'A link to a picture; it loads over https.'}
    </span>
  );
}
