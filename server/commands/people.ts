/** Commands for people with a role. */
import { address, type Command, CommandFault } from './command.ts';

const roles = ['operator', 'editor', 'none'] as const;

export const peopleCommands: Record<string, Command> = {
  role: {
    words: '<email> <role>',
    says: `gives a person a role (${roles.slice(0, -1).join(', ')}) or takes it (none)`,
    act: async ({ membership, accounts }, [email, given], { now }) => {
      const role = roles.find((known) => known === given);
      if (!role) throw new CommandFault('The role must be operator, editor or none.');
      const { accountId } = await membership.join(address(email), now);
      await accounts.setRole(accountId, role);
      return { text: `Done: ${role}.`, json: { role }, account: accountId };
    },
  },
  'sign-in-link': {
    words: '<email>',
    says: 'prints a sign-in link for a person with a role, and records that it did',
    act: async ({ accounts, links }, [email], { now }) => {
      const given = address(email);
      const account = await accounts.byAddress(given.address);
      if (!account || account.role === 'none')
        throw new CommandFault('Only people with a role get a link here; others sign in by mail.');
      const link = await links.make(given, '/me', now);
      return { text: link, json: { link }, account: account.account_id };
    },
  },
};
