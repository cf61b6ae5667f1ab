/** An upload, sent by XMLHttpRequest, because fetch does not report how much of a body is sent. */
export interface Upload {
  url: string;
  body: Blob;
  signal: AbortSignal;
  /** Called with the share that is sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Like fetch: rejects when the network fails or the signal aborts. Resolves with the complete reply. */
export function sendWithProgress({ url, body, signal, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new TypeError('The upload did not go through.'));
    const abort = () => request.abort();
    request.open('POST', url);
    request.withCredentials = true;
    request.setRequestHeader('Content-Type', body.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      const headers = new Headers();
      for (const name of ['content-type', 'retry-after']) {
        const value = request.getResponseHeader(name);
        if (value !== null) headers.set(name, value);
      }
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) fail();
    else request.send(body);
  });
}
