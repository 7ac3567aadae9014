/** The things that people manage together, with what the pages of their managers need. */
import { groupsPath } from '../../src/contract/pages/groups.ts';
import { programmesPath } from '../../src/contract/pages/programmes.ts';
import { widgetsPath } from '../../src/contract/pages/widgets.ts';
import { accountNotices } from '../accounts/notices.ts';
import type { PageHandlers } from '../http/pages.ts';
import { invitationPages } from '../managing/invitation-pages.ts';
import { type ManagedThing, managingPages } from '../managing/pages.ts';
import type { Managed } from '../managing/things.ts';
import { headOf, saidIn } from '../programmes/said.ts';
import { managedHead } from '../projects/managed.ts';
import { invitationMail } from '../projects/project-mail.ts';
import { projectOf } from '../projects/rows.ts';
import { projectInMail } from '../text/foreign-words.ts';
import { headOfGroup } from '../groups/pages.ts';
import { thingInvitation } from '../managing/invitation-mail.ts';
import { pathOf } from '../widgets/saved/widget-page.ts';
import type { Surfaces } from './surfaces.ts';

export function pagesOfManagers({ features, naming }: Surfaces): PageHandlers {
  const { managing, projects, widgets, accounts, mail, mailLimit, mailChoices } = features;
  const { serviceName, baseUrl } = naming;

  const project = async (id: number): Promise<ManagedThing | undefined> => {
    const row = await projects.row(id);
    if (!row) return undefined;
    const head = managedHead(row);
    const path = `${head.path}/people`;
    const inMail = projectInMail({ id, title: row.name, isReviewed: row.state === 'published' });
    return {
      kind: 'project',
      id,
      path,
      isWithheld: row.is_withheld === 1,
      head: { kind: 'project', ...head },
      afterLeaving: '/me?done=left',
      description: projectOf(row).description,
      invitationMail: (about) => invitationMail({ ...about, project: inMail, serviceName }),
      notices: {
        owns: { what: 'owns', values: { project: inMail, page: `${baseUrl}/project/${id}/people` } },
        unmanaged: { what: 'unmanaged', values: { project: inMail } },
      },
    };
  };

  const widget = async (id: number): Promise<ManagedThing | undefined> => {
    const title = await widgets.saved.nameOf(id);
    if (title === undefined) return undefined;
    return {
      kind: 'widget',
      id,
      path: `${pathOf(id)}/people`,
      isWithheld: false,
      afterLeaving: widgetsPath,
      description: '',
      head: { kind: 'widget', path: pathOf(id), title },
      invitationMail: (about) => thingInvitation('inviteWidget', { ...about, serviceName }),
    };
  };

  const programme = async (id: number): Promise<ManagedThing | undefined> => {
    const found = await features.programming.programmes.find(id);
    if (!found) return undefined;
    const { path, name } = headOf(found);
    return {
      kind: 'programme',
      id,
      path: `${path}/people`,
      isWithheld: found.state === 'withheld',
      afterLeaving: programmesPath,
      description: saidIn(found, undefined).text,
      head: { kind: 'programme', path, title: name },
      invitationMail: (about) => thingInvitation('inviteProgramme', { ...about, serviceName }),
    };
  };

  const group = async (id: number): Promise<ManagedThing | undefined> => {
    const found = await features.groups.find(id);
    if (!found) return undefined;
    const { path, name } = headOfGroup(found);
    return {
      kind: 'group',
      id,
      path: `${path}/people`,
      isWithheld: false,
      afterLeaving: groupsPath,
      description: '',
      head: { kind: 'group', path, title: name },
      invitationMail: (about) => thingInvitation('inviteGroup', { ...about, serviceName }),
    };
  };

  const deps = {
    managing,
    mail,
    mailLimit,
    mailChoices,
    baseUrl,
    thing: ({ kind, id }: Managed) => ({ project, widget, programme, group })[kind](id),
    notify: accountNotices({ accounts, mail, mailLimit, ...naming }).sendOfOthers,
    addressesOf: async (accountId: number) =>
      (await accounts.addresses(accountId)).map(({ address }) => address),
  };
  return { ...managingPages(deps), ...invitationPages(deps) };
}
