/** A hostile partner: its site is registered for a project like any other, and it writes its own pages. */
import { scriptPath } from '../../widgets/answering-service.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import type { Journeys } from '../journey.ts';
import { countBirds, projectOn } from '../partner.ts';
import { serveSite } from '../site-of-its-own.ts';

export type HostileSite = Awaited<ReturnType<typeof hostileSite>>;

/** Registers a site for the demonstration's bronze project; `write` makes its page from the message's script. */
export async function hostileSite(
  service: Service,
  newPerson: Journeys['newPerson'],
  write: (script: string, query: URLSearchParams) => string,
) {
  await using visitor = await newPerson();
  await countBirds(visitor.page, service);
  const project = await projectOn(visitor.page);
  const script = `<script src="${service.baseUrl}${scriptPath}" data-project_id="${project}" data-event_id="EVENT"></script>`;
  let visits = 0;
  const origin = await serveSite((query) => ({
    body: write(script.replace('EVENT', `visit-${++visits}`), query),
  }));
  await service.operate('origin', String(project), origin);

  /** The address of our popup, as this site may open it. */
  const popupAddress = (challenge = 'c'.repeat(43)) =>
    `${service.baseUrl}/connect?${new URLSearchParams({
      project_id: String(project),
      origin,
      challenge,
      state: 's'.repeat(16),
    })}`;
  return { origin, project, popupAddress };
}
