/** Passes the features' functions for giving a role to the operator's command and page. */
import type { RoleDeps } from '../operating/roles.ts';
import type { Features } from './features.ts';

export const rolesOf = ({ membership, operating }: Features): RoleDeps => ({
  join: membership.join,
  changeRole: operating.changeRole,
});
