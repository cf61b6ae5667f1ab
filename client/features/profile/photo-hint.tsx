import { useEffect, useState } from 'react';

/** What is to say of a picture's link. The picture is loaded on the side, to say so when it cannot be shown. */
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
