/** The functions of other features that the embeds' endpoints need. */
import type { GroupCounting } from '../events/group-counting.ts';
import type { EventStore, SoFar } from '../events/store.ts';
import type { Recording } from '../events/recording/recording.ts';
import type { OnRefused } from '../http/mount.ts';
import type { Membership } from '../accounts/membership.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MailLimit } from '../mail/limited.ts';
import type { ParticipantTokens } from '../profiles/participant-token.ts';
import type { wordsOf } from '../widgets/words.ts';
import type { StoredBytes } from '../limits/stored-bytes.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { Assertions } from './assertion.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import type { EmbedActivity } from './embed-activity.ts';
import type { Stops } from '../events/stops.ts';
import type { GrantStore } from './store.ts';

export type EmbedProject = { projectId: number; title: string; page: string };

export type EmbedDeps = {
  grants: GrantStore;
  signs: EmbedActivity;
  assertions: Assertions;
  codes: OneTimeCodes;
  events: EventStore;
  recording: Recording;
  counting: GroupCounting;
  storing: Pick<StoredBytes, 'store'>;
  /** Counts a refusal to record, for the managers of the project. */
  noteRefused: OnRefused;
  tokens: ParticipantTokens;
  stops: Stops;
  membership: Membership;
  mail: Mailer;
  mailLimit: MailLimit;
  mailChoices: (address: MailAddress) => string;
  openProject: (projectId: number, lang?: string) => Promise<EmbedProject | undefined>;
  claimants: (origin: string) => Promise<number[]>;
  isRegistered: (projectId: number, origin: string) => Promise<boolean>;
  wordsOf: typeof wordsOf;
  soFarIn: (lang: string | undefined, soFar: SoFar, programmes: string[]) => string;
  /** The names of the open programmes that list a project. */
  programmesOf: (projectId: number) => Promise<string[]>;
  serviceName: string;
  retentionDays: number;
  /** In milliseconds: how long an account lives whose person never signed in. */
  unconfirmedFor: number;
  /** Whether the service offers FedCM. */
  fedcm: boolean;
};
