/** The events that the metrics count. */
export type Counted =
  /** A call that was refused because a budget is used up, or because too many passwords or pictures wait. */
  | { of: 'refusal'; budget: string }
  /** An attempt to send a mail. `dropped`: the event that the mail was about had ended, for instance by being read. */
  | { of: 'mail'; outcome: 'sent' | 'delayed' | 'refused' | 'given-up' | 'dropped'; kind: string }
  /** An attempt to send a push message. `unneeded`: the person was here, has read the notification, or does not want it. */
  | { of: 'push'; outcome: 'sent' | 'delayed' | 'refused' | 'given-up' | 'gone' | 'unneeded' }
  /** Of a person, message, project or picture. */
  | { of: 'report'; kind: string }
  | { of: 'block' }
  /** A moderator has done something in a case. */
  | { of: 'case-action'; action: string }
  /** A moderator has opened a case for the first time, so long after its report. */
  | { of: 'first-look'; seconds: number }
  /** Redis did not answer a probe, or refused it. */
  | { of: 'redis-fault' };

/** Where no metrics are served, it does nothing. */
export type Count = (counted: Counted) => void;
