/** The tables of groups that take part together, such as a class or a troop. */
export type GroupTables = {
  groups: {
    group_id: number;
    /**
     * The account of the group itself, with one profile and no address: everything that counts for the group is
     * credited to it, and nothing says by whom.
     */
    account_id: number;
    name: string;
    /** The code, as a keyed digest and encrypted; a renewed one replaces it. */
    code_digest: string;
    code_sealed: string;
    ends_at: number;
    created_at: number;
    /** The account that opened it. */
    made_by: number;
    /** Of the page's form, so that one that is sent twice opens one group. */
    form: string | null;
  };
  group_managers: { group_id: number; account_id: number; is_owner: number };
  group_members: {
    group_id: number;
    account_id: number;
    joined_at: number;
    /** The name that the leaders read; null: they see the member in the total only. */
    shown_name: string | null;
  };
};

export type GroupRow = GroupTables['groups'];
