/** The tables of programmes: lists of projects with a rule, for which a partner gives an award. */
export type ProgrammeTables = {
  programmes: {
    programme_id: number;
    name: string;
    /** `ProgrammeTexts` as JSON. */
    texts: string;
    /** `ProgrammeRule` as JSON. */
    rule: string;
    /** `#rrggbb` of the head of its page, and of the text on it. */
    ground: string | null;
    ink: string | null;
    /** The name of the picture. */
    logo: string | null;
    link: string | null;
    /** A saved search of the finder, as its address has it: each eligible result is listed. */
    search: string | null;
    state: 'requested' | 'open' | 'withheld' | 'refused';
    /** Why an operator refused it. */
    reason: string | null;
    /** Changes that wait for an operator, as JSON: nobody reads words that nobody has looked at. */
    pending: string | null;
    made_by: number;
    /** Of the page's form, so that one that is sent twice makes one programme. */
    form: string | null;
    created_at: number;
  };
  programme_managers: { programme_id: number; account_id: number; is_owner: number };
  programme_projects: {
    programme_id: number;
    project_id: number;
    /** `asked`: by the project. `invited`: by the programme. `left`: it was listed, and what it reported until then counts. */
    state: 'asked' | 'invited' | 'listed' | 'left';
    /** The last day whose contributions count, as yyyy-mm-dd; null while it is listed. */
    until_day: string | null;
    changed_at: number;
  };
  programme_members: {
    programme_id: number;
    account_id: number;
    joined_at: number;
    /** The award, and the month in which it was made, as yyyy-mm. */
    certificate_id: number | null;
    awarded_in: string | null;
    /** The name that the person shows to the partner, and until when. */
    shown_name: string | null;
    shown_until: number | null;
    /** 0: the person ended the mails of the partner. */
    is_mailed: number;
  };
  /**
   * Of all members together, by project and month, renewed by the run of the retention rule. Project 0: all projects.
   * Without a month: all members, and, with the project -1, those with an award.
   */
  programme_figures: {
    programme_id: number;
    project_id: number;
    month: string;
    people: number;
    /** Which people they are (db/who.ts). */
    who: number;
    events: number;
    seconds: number;
  };
};
