/** The pages that are drawn in the language of their visitor, with their titles; all others are in English. */
import type { Page, PageData, PageName } from '../contract/pages.ts';
import { fillIn, type PageLanguage, type PageWords } from '../ui/words/language.ts';

type Title<Name extends PageName> = (words: PageWords, data: PageData[Name]) => string;

const titleIn: { [Name in PageName]?: Title<Name> } = {
  connect: ({ connect }, { state, project }) =>
    ({
      ask: fillIn(connect.askPage, { project: project?.title ?? '' }),
      'sign-in': connect.signInPage,
      done: connect.thanks,
      refused: connect.refused,
      'signed-in': connect.signedIn,
    })[state],
  account: (words) => words.account.title,
  'add-address': ({ addAddress }, { state }) => (state === 'ask' ? addAddress.ask : addAddress.notAdded),
  'remove-address': (words) => words.removeAddress.title,
  'remove-passkey': (words, { name }) => fillIn(words.removePasskey.title, { name }),
  'me-volunteer': (words) => words.volunteer.title,
  unsubscribe: (words) => words.unsubscribe.heading,
  guardian: (words) => words.guardian.find,
  'tell-me': (words) => words.tellMe.title,
  problem: ({ problem }, { status }) => (status === 404 ? problem.notFound : problem.failed),
  home: (words) => words.home.title,
  finder: ({ finder }, { asked, place }) => {
    const near = place && place.asWords === undefined ? place.name : '';
    if (asked.q === '' && near === '') return finder.projects;
    return `${finder.projects}: ${[asked.q, near].filter((part) => part !== '').join(' · ')}`;
  },
  project: (_, { title }) => title,
  person: (words, { handle, name }) => handle ?? name ?? words.person.projects,
  'sign-in': (words, { state }) => (state === 'sent' ? words.signIn.sentTitle : words.signIn.title),
  'sign-in-link': (words, { isNew }) => (isNew ? words.signInLink.create : words.signInLink.signIn),
  'guardian-asked': (words) => words.signInLink.guardianAsked,
  authorize: ({ signIn, consent }, { state, client = '' }) => {
    if (state === 'ask') return fillIn(consent['ask.title'], { client });
    return { 'sign-in': signIn.title, 'sign-in-again': consent['again.title'], over: consent['over.title'] }[
      state
    ];
  },
  confirm: ({ confirm }, { project }) => fillIn(confirm.pageTitle, { project: project.title }),
  'mail-choices': (words) => words.mailChoices.title,
  me: (words) => words.me.title,
  'me-remove': (words) => words.manage.title,
  'delete-account': (words) => words.delete.title,
  'deleted-account': (words) => words.delete.done,
  certificates: (words) => words.certificates.title,
  certificate: (words) => words.certificate.title,
};

/** Whether a page is drawn in the language of its visitor: of a project's pages, the one that everybody sees. */
export const isTranslated = (page: Page): boolean =>
  titleIn[page.name] !== undefined && (page.name !== 'project' || page.data.tab === 'about');

/** The title of a page in a language. */
export function titleOf(page: Page, { words }: PageLanguage): string {
  const title = titleIn[page.name] as Title<PageName> | undefined;
  return title ? title(words, page.data) : page.title;
}
