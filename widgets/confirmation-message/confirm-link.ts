/** Where a contribution is confirmed on our own site. Its id goes along: it counts once, whether there or here. */
import { baseUrl } from '../lib/placeholders.ts';
import type { Submission } from '../lib/submission.ts';

export const confirmationAt = (project_id: number, type: string, { event_id }: Submission, lang: string) =>
  `${baseUrl}/confirm/${project_id}?${new URLSearchParams({ type, ref: event_id, lang })}`;
