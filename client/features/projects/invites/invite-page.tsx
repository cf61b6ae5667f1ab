import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useCapability, useLacks } from '#client/api/capabilities.ts';
import { forgetInvite, rememberInvite } from '#client/lib/device/pending-links.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import { plainExcerpt } from '#client/lib/text/markdown/plain-excerpt.ts';
import { signUpLink } from '#client/lib/text/screen-names.ts';
import { longDate } from '#client/lib/text/time.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { LinkPage } from '#client/ui/open-page.tsx';
import { Cover } from '#client/ui/person/avatar.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { InviteLook } from '#shared/api/project-invites.ts';
import { to } from '#shared/routes.ts';
import { useAcceptInviteMutation, useInviteLookQuery, useInviteToken } from './invite-api.ts';

/** Opened by the link of an invitation, with or without a session. Nothing changes before the button is pressed. */
export function InvitePage() {
  const token = useInviteToken();
  return <Invitation key={token} token={token} />;
}

function Invitation({ token }: { token: string }) {
  const isOffered = useCapability('projects');
  const isAbsent = useLacks('projects');
  const { data, error, isFetching, refetch } = useInviteLookQuery(token, {
    skip: token === '' || !isOffered,
    refetchOnMountOrArgChange: true,
  });
  const isVoid = isApiError(error) && (error.status === 404 || error.status === 422);
  useEffect(() => {
    if (isVoid) forgetInvite();
    else if (data)
      rememberInvite({ token, projectName: data.project.projectName, inviterName: data.inviter.firstName });
  }, [isVoid, data, token]);

  if (isAbsent || token === '')
    return (
      <Refusal
        words={
          isAbsent
            ? 'This service has no invitations.'
            : 'This link is not complete. Please open it again, or copy all of it.'
        }
      />
    );
  if (isVoid) return <Refusal words={errorMessage(error)} />;
  if (data) return <Invited token={token} look={data} />;
  return (
    <LinkPage title="Invitation">
      {error === undefined ? (
        <p role="status">Looking at the link…</p>
      ) : (
        <ErrorLine error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
    </LinkPage>
  );
}

function Refusal({ words }: { words: string }) {
  const isSignedIn = useIsSignedIn();
  return (
    <LinkPage title="Invitation">
      <p>{words}</p>
      <p className="text-muted text-small">Ask the person who gave it to you for another one.</p>
      <Link to={isSignedIn ? to.projects() : to.landing()} className="btn btn-primary">
        {isSignedIn ? 'Projects' : 'Start page'}
      </Link>
    </LinkPage>
  );
}

function Invited({ token, look: { project, inviter, endsAt } }: { token: string; look: InviteLook }) {
  const isSignedIn = useIsSignedIn();
  const excerpt = plainExcerpt(project.description ?? '');
  return (
    <LinkPage title={`${inviter.firstName} invites you to ${project.projectName}`}>
      <Cover
        id={project._id}
        src={project.projectImage}
        alt={project.projectImageAlt}
        className="aspect-cover w-full rounded-field"
      />
      {excerpt !== '' && (
        <p className="line-clamp-4 text-muted text-small" dir="auto">
          {excerpt}
        </p>
      )}
      {isSignedIn ? (
        <Accept token={token} projectId={project._id} inviter={inviter.firstName} />
      ) : (
        <>
          <p>To join you need an account. The invitation waits in this tab.</p>
          <Link to={signUpLink} className="btn btn-primary">
            Create an account
          </Link>
          <Link to={to.login()} className="btn btn-outline">
            Log in
          </Link>
        </>
      )}
      <p className="text-muted text-small">The link works until {longDate(endsAt)}.</p>
    </LinkPage>
  );
}

function Accept({ token, projectId, inviter }: { token: string; projectId: string; inviter: string }) {
  const navigate = useNavigate();
  const [accept, { isLoading, error }] = useAcceptInviteMutation();
  const press = async () => {
    const { data } = await accept(token);
    if (data === undefined) return;
    forgetInvite();
    announce(data.message);
    await navigate(to.project(projectId), { replace: true });
  };
  return (
    <>
      <p>You become a member, and can chat with {inviter}.</p>
      <ErrorLine error={error} />
      <Button look="primary" pending={isLoading} onClick={() => void press()}>
        Join the project
      </Button>
      <Link to={to.project(projectId)} className="btn btn-ghost">
        Look at it first
      </Link>
    </>
  );
}

function useIsSignedIn(): boolean {
  return useAppSelector(({ auth }) => auth.user !== null);
}
