/** The table of the operator's commands: each reports its result in a sentence and as JSON. */
import type { Command } from './command.ts';
import { importCommands } from './import.ts';
import { keepingCommands } from './keeping.ts';
import { keyCommands } from './keys.ts';
import { oauthClientCommands } from './oauth-clients.ts';
import { ownerCommands } from './owners.ts';
import { peopleCommands } from './people.ts';
import { pepperCommands } from './pepper.ts';
import { projectCommands } from './projects.ts';
import { reviewCommands } from './reviews.ts';
import { statusCommands } from './status.ts';
import { wordCommands } from './words.ts';

export const commands: Record<string, Command> = {
  ...keyCommands,
  ...oauthClientCommands,
  ...importCommands,
  ...projectCommands,
  ...reviewCommands,
  ...ownerCommands,
  ...peopleCommands,
  ...keepingCommands,
  ...pepperCommands,
  ...statusCommands,
  ...wordCommands,
};
