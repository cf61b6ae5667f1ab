import { useCallback, useState } from 'react';
import type { PictureUpload } from '#client/api/base-query/base-query.ts';
import { useDebounced } from '#client/lib/dom/use-later.ts';
import type { SendPicture } from '#client/ui/picture/use-upload.ts';
import type { MediaReply } from '#shared/api/parts.ts';
import type { SkillsReply } from '#shared/api/search.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';
import { useCapability } from './capabilities.ts';

// Calls behind the fields of forms.

const fieldsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    uploadPicture: build.mutation<MediaReply, PictureUpload>({
      query: ({ picture, onProgress }) => ({ url: apiPaths.media, method: 'POST', body: picture, onProgress }),
    }),
    /** Listed names that a beginning may mean, best first. */
    skills: build.query<readonly string[], string>({
      query: (q) => ({ url: apiPaths.skills, params: { q, limit: 7 } }),
      transformResponse: ({ items }: SkillsReply) => items.map(({ name }) => name),
    }),
  }),
});

/** Undefined where the upstream takes no pictures. */
export function useSendPicture(): SendPicture | undefined {
  const [upload] = fieldsApi.useUploadPictureMutation();
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

/**
 * For a field of skills: the listed names for what is typed in it, once they are known. Until then it suggests those of the
 * letters before, and `known` ones where the upstream has no list.
 */
export function useSkillMatches(known: readonly string[]) {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 120);
  const isListed = useCapability('skills');
  const { currentData, data } = fieldsApi.useSkillsQuery(q, { skip: !isListed || q === '' });
  const matches = q === typed.trim() ? currentData : undefined;
  return { matches, suggestions: isListed ? (data ?? known) : known, onType: setTyped };
}
