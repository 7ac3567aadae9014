/**
 * Joins the choices about one project of two accounts that become one: anything that either account hid stays hidden.
 */
import type { Tables } from '../db/schema.ts';

export type VolunteerChoice = Pick<Tables['volunteer_choices'], 'is_listed' | 'shows_name' | 'is_mailed'>;

/** `choice` is absent if the account never chose; `takesPart`: it has contributions to the project. */
export type Side = { choice: VolunteerChoice | undefined; takesPart: boolean };

/** The rule without a choice: listed only by an earlier act, without the name, and with mail. */
const usual: VolunteerChoice = { is_listed: null, shows_name: 0, is_mailed: 1 };

export function stricterChoice(one: Side, other: Side): VolunteerChoice {
  // An account that neither chose nor took part has nothing to keep from others.
  const choices = [one, other].flatMap(({ choice, takesPart }) =>
    choice || takesPart ? [choice ?? usual] : [],
  );
  const listed = choices.map(({ is_listed }) => is_listed);
  return {
    is_listed: listed.includes(0) ? 0 : listed.includes(null) || listed.length === 0 ? null : 1,
    shows_name: Math.min(...choices.map(({ shows_name }) => shows_name), 1),
    is_mailed: Math.min(...choices.map(({ is_mailed }) => is_mailed), 1),
  };
}
