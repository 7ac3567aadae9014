/** Pages of a project for programs: the picture for link previews, and the document in the names of PPSR Core. */
import { isShown } from '../visibility.ts';
import { foundAt } from '../../http/found-by-number.ts';
import type { PageHandlers, Visit } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { organisationOf } from '../derived/glance.ts';
import { ppsrDocument } from './ppsr-document.ts';
import { projectOf, type ProjectRow } from '../rows.ts';
import { socialCard } from './social-card.ts';

type ServiceNaming = { baseUrl: string; serviceName: string };

/** Any site may show it, or read it. */
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'public, max-age=3600',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** `rowOf`: of a project. */
export function programPages(
  rowOf: (id: number) => Promise<ProjectRow | undefined>,
  { baseUrl, serviceName }: ServiceNaming,
): PageHandlers {
  /** Only what everybody sees: link previews and copies outlive what is hidden later. */
  const shownRow = async ({ params }: Visit): Promise<ProjectRow> => {
    const row = await foundAt(params['project'], rowOf);
    if (!row || !isShown(row))
      throw new Refusal('no_project', 'There is no published project at this address.');
    return row;
  };
  return {
    'GET /project/:project/card.png': async (visit) => {
      const row = await shownRow(visit);
      const organisation = organisationOf(projectOf(row));
      return {
        content: await socialCard({ title: row.name, organisation, serviceName }),
        type: 'image/png',
        headers,
      };
    },
    'GET /project/:project/ppsr.json': async (visit) => ({
      content: JSON.stringify(ppsrDocument(await shownRow(visit), baseUrl)),
      type: 'application/json; charset=utf-8',
      headers,
    }),
  };
}
