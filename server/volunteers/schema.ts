/** The tables of volunteers, and of mailings to them; schema.ts says how values are written. */
import type { Generated } from 'kysely';
import type { MailingState, Sender } from '../../src/contract/pages/volunteers.ts';

export type VolunteerTables = {
  /**
   * The figures of the participants whom a project's managers see, as of the start of a day (UTC). The pseudonym is
   * random: it leads to nobody, and differs per project and address.
   */
  volunteers: {
    project_id: number;
    profile_id: number;
    pseudonym: string;
    events: number;
    /** Those that no key of the project vouches for. */
    unvouched: number;
    /** Seconds. */
    duration: number;
    magnitude: number;
    first_day: string;
    last_day: string;
    /** The types between spaces, such as ` collection signup `. */
    types: string;
    /** In lower case: the name that the person shows (as it was when the figures were made), or the pseudonym. */
    sort_name: Generated<string>;
  };
  /** The day of these figures; its row is also the lock of a project's mailings. */
  volunteer_days: { project_id: number; day: string; volunteers: number; events: number; duration: number };
  /**
   * A person's own choices for a project. `is_listed`: null as long as grants and authorized sites decide. `shows_name`:
   * under their name instead of a pseudonym.
   */
  volunteer_choices: {
    project_id: number;
    account_id: number;
    is_listed: number | null;
    shows_name: number;
    is_mailed: number;
    updated_at: number;
  };
  /** Mails of managers to a group of volunteers, or to the members of a programme; nothing about the people who get them. */
  mailings: {
    mailing_id: number;
    kind: Sender['kind'];
    /** Or the programme, by the kind. */
    project_id: number;
    /** The manager who wrote it, and the random value of their form. */
    account_id: number;
    form: string;
    subject: string;
    body: string;
    /** `VolunteerFilter` as JSON. */
    filter: string;
    state: MailingState;
    /** Why an editor turned it down. */
    why: string | null;
    created_at: number;
    decided_at: number | null;
    decided_by: number | null;
    sent_at: number | null;
    /** Recipients so far, and the last account of them: those up to it are done. */
    sent: number;
    done_to: number;
    /** While it is being sent: when it is taken next. */
    next_at: number | null;
    tries: number;
  };
};
