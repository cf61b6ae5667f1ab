import type { Capability } from '#shared/capabilities.ts';

/**
 * How the client replaces the calls that an upstream lacks. A screen that shows something else without a call reads the choice
 * here; a screen that only leaves a control out asks `useCapability`.
 */
export interface StandIns {
  /** `waiting`: without stored notifications, the bell lists waiting requests and unread messages. */
  notifications: 'stored' | 'waiting';
  /** Where the choices about chats are kept; undefined without live chats, which have none. */
  chatChoices: 'in the account' | 'on this device' | undefined;
  /** Where a muted person stays muted; undefined until the capabilities are known. */
  muted: 'in the account' | 'on this device' | undefined;
  /** `with its creator`: a project cannot be joined, and the user stands to it as to its creator. Undefined until known. */
  interest: 'in the project' | 'with its creator' | undefined;
  /** Which messages the search inside a conversation covers. */
  chatSearch: 'all messages' | 'loaded messages';
  /** How the account is deleted; `by the operator`: the upstream has no call for it. Undefined until known. */
  deletion: 'with a way back' | 'at once' | 'by the operator' | undefined;
}

/** `offers` says whether the upstream is known to have a capability, `known` whether its answer is there. */
export function standIns(offers: (name: Capability) => boolean, known: boolean): StandIns {
  const unlessUnknown = <Way>(way: Way) => (known ? way : undefined);
  return {
    notifications: offers('notifications') ? 'stored' : 'waiting',
    chatChoices: offers('preferences') ? 'in the account' : offers('chat.live') ? 'on this device' : undefined,
    muted: offers('safety.mute') ? 'in the account' : unlessUnknown('on this device'),
    interest: offers('projects.interest') ? 'in the project' : unlessUnknown('with its creator'),
    chatSearch: offers('chat.search') ? 'all messages' : 'loaded messages',
    deletion: deletionOf(offers, known),
  };
}

function deletionOf(offers: (name: Capability) => boolean, known: boolean): StandIns['deletion'] {
  if (offers('account.leaving')) return 'with a way back';
  if (offers('account')) return 'at once';
  return known ? 'by the operator' : undefined;
}
