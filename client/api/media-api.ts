import { useCallback } from 'react';
import type { SendPicture } from '#client/ui/picture/use-upload.ts';
import type { MediaReply } from '#shared/api/media.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';
import { useCapability } from './capabilities.ts';

interface PictureUpload {
  picture: Blob;
  /** Called with the share that is sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

const mediaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    uploadPicture: build.mutation<MediaReply, PictureUpload>({
      query: ({ picture, onProgress }) => ({ url: apiPaths.media, method: 'POST', body: picture, onProgress }),
    }),
  }),
});

/** Undefined where the upstream takes no pictures. */
export function useSendPicture(): SendPicture | undefined {
  const [upload] = mediaApi.useUploadPictureMutation();
  const send = useCallback<SendPicture>(
    async (picture, { onProgress, signal }) => {
      const call = upload({ picture, onProgress });
      signal.addEventListener('abort', () => call.abort(), { once: true });
      return (await call.unwrap()).url;
    },
    [upload],
  );
  return useCapability('media') ? send : undefined;
}
