/** An authorized site reads totals of a person's contributions, and no single one. */
import { z } from 'zod';

export const contributionsInput = z.object({});

const monthlyTotal = z.object({
  month: z.string().meta({ description: 'yyyy-mm, in UTC' }),
  source: z.enum(['project', 'browser']).meta({
    description: 'who reported them: the project with its key, or the participant’s own browser',
  }),
  contributions: z.int(),
  hours: z.number().meta({
    description: 'without those of contributions of more than eight hours that the person has not confirmed',
  }),
});

export const contributionsReply = z.object({
  projects: z.array(
    z.object({
      project_id: z.int(),
      title: z.string().optional().meta({ description: 'absent while the project is not shown' }),
      months: z.array(monthlyTotal).meta({ description: 'the first month first' }),
    }),
  ),
});

export type SharedProject = z.output<typeof contributionsReply>['projects'][number];
