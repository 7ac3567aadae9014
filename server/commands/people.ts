/** Commands for people with a role. */
import { rolesOf } from '../app/roles.ts';
import { giveRole } from '../operating/roles.ts';
import { address, type Command, CommandFault } from './command.ts';

const roles = ['operator', 'editor', 'none'] as const;

export const peopleCommands: Record<string, Command> = {
  role: {
    words: '<email> <role>',
    says: `gives a person a role (${roles.slice(0, -1).join(', ')}) or takes it (none)`,
    act: async (features, [email, name], { now }) => {
      const role = roles.find((known) => known === name);
      if (!role) throw new CommandFault('The role must be operator, editor or none.');
      const change = { to: address(email), role, keepsOperator: false };
      const { accountId, before } = await giveRole(rolesOf(features), change, now);
      const back = before === role ? '' : ` Before: ${before}; \`role <email> ${before}\` brings that back.`;
      const note = role === 'none' ? ' What the person decided stays, and so do their own projects.' : '';
      return { text: `Done: ${role}.${note}${back}`, json: { role }, account: accountId };
    },
  },
  'sign-in-link': {
    words: '<email>',
    says: 'prints a sign-in link for a person with a role, and records that it did',
    act: async ({ accounts, links }, [email], { now }) => {
      const recipient = address(email);
      const account = await accounts.byAddress(recipient.address);
      if (!account || account.role === 'none')
        throw new CommandFault('Only people with a role get a link here; others sign in by mail.');
      const link = await links.make(recipient, now);
      return { text: link, json: { link }, account: account.account_id };
    },
  },
};
