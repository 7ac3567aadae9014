/** A person's certificates: made from a preview, listed, shown and ended. */
import { calendarDateOf } from '../../src/contract/fields/calendar-date.ts';
import { certificatesPath, type CertificatesPage } from '../../src/contract/pages/certificates.ts';
import { id } from '../../src/contract/fields/kinds.ts';
import { nameText } from '../../src/contract/fields/name-text.ts';
import type { ParticipantsProject } from '../../src/contract/pages/me.ts';
import { dayAt, endOfDay, startOfDay, utc } from '../text/zone.ts';
import type { FormFields } from '../http/bodies/form-fields.ts';
import type { PageAnswer, PageHandlers } from '../http/pages.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { formLine } from '../text/one-line.ts';
import { certified, pathOf, type ProjectsSaid } from './certified.ts';
import { type DailyShare, overlappingOf, type PeriodStatement, statementOf } from './statement.ts';
import type { CertificateStore } from './store.ts';

export type CertificatePages = {
  certificates: CertificateStore;
  said: ProjectsSaid;
  /** The contributions that are credited to an account from one moment to another, by the days of a zone. */
  sharesOf: (accountId: number, period: { zone: string; from: number; to: number }) => Promise<DailyShare[]>;
  /** The outcomes that are about contributions of an account to these projects, of days from one to another. */
  outcomesOf: (
    accountId: number,
    projects: number[],
    days: { from: string; to: string },
  ) => Promise<number[]>;
  /** The projects with contributions of an account. */
  projectsOf: (accountId: number) => Promise<ParticipantsProject[]>;
  /** The name that the form suggests; undefined for a person with a guardian, of whom nothing is shown in public. */
  nameOf: (accountId: number) => Promise<string | undefined>;
};

const projectId = id('the project');
const certificateId = id('the certificate');
const holderName = nameText('the name on the certificate', 80);

type CertificateQuestion = CertificatesPage['asked'];
/** Undefined for a field that was not sent, which has a usual value. */
const textIn = (fields: FormFields, name: string): string | undefined => {
  const value = fields[name];
  return value === undefined ? undefined : formLine(value).trim().slice(0, 200);
};

type Counted = { statement: PeriodStatement; overlapping: ReturnType<typeof overlappingOf> };

const isDay = (value: string) => calendarDateOf(value) === value;
/** A badge says when this day ends as a date of RFC 3339, which has four digits for the year. */
const lastUntil = '9999-12-30';

/** The chosen projects: a field `project-505` for each. */
const projectsIn = (fields: FormFields): number[] =>
  Object.keys(fields).flatMap((name) => {
    const read = projectId.safeParse(/^project-(\d+)$/.exec(name)?.[1]);
    return read.success ? [read.data] : [];
  });

/** Reads the form of a certificate. */
function reading({
  sharesOf,
  outcomesOf,
  nameOf,
}: Pick<CertificatePages, 'sharesOf' | 'outcomesOf' | 'nameOf'>) {
  const askedIn = async (fields: FormFields, { visitor, now }: OwnVisit): Promise<CertificateQuestion> => {
    const suggested = await nameOf(visitor.accountId);
    const today = dayAt(visitor.zone ?? utc, now);
    return {
      from: textIn(fields, 'from') ?? `${today.slice(0, 4)}-01-01`,
      to: textIn(fields, 'to') ?? today,
      until: textIn(fields, 'until') ?? '',
      projects: projectsIn(fields),
      ...(suggested !== undefined && { name: textIn(fields, 'name') ?? suggested }),
    };
  };

  /** The statement that a form asks for, with the shares that it may count, or what is wrong with the form. */
  const statementFor = async (
    question: CertificateQuestion,
    { visitor, now }: OwnVisit,
  ): Promise<Counted | CertificatesPage['fault']> => {
    const { zone = utc } = visitor;
    const { from, to, until, projects: chosen } = question;
    const today = dayAt(zone, now);
    if (!isDay(from) || !isDay(to) || from > to || to > today) return 'dates';
    if (until !== '' && (!isDay(until) || until < today || until > lastUntil)) return 'until';
    const name = holderName.safeParse(question.name);
    const period = { zone, from: startOfDay(zone, from), to: endOfDay(zone, to) };
    const shares = await sharesOf(visitor.accountId, period);
    const only = chosen.length > 0 ? new Set(chosen) : undefined;
    const statement = statementOf(
      { holder: name.success ? name.data : '', from, to, ...(zone !== utc && { zone }) },
      shares,
      only,
    );
    const { reported, own } = statement.total;
    if (reported.events + own.events === 0) return 'nothing';
    const projects = statement.lines.map((line) => line.project_id);
    const outcomes = await outcomesOf(visitor.accountId, projects, { from, to });
    return {
      statement: { ...statement, ...(outcomes.length > 0 && { outcomes }) },
      overlapping: overlappingOf(shares, only),
    };
  };

  return { askedIn, statementFor };
}

export function certificatePages(deps: CertificatePages): PageHandlers {
  const { certificates, said, projectsOf } = deps;
  const { askedIn, statementFor } = reading(deps);

  const show = async (
    visit: OwnVisit,
    question: CertificateQuestion,
    more: Pick<CertificatesPage, 'preview' | 'overlapping' | 'fault'> = {},
  ): Promise<PageAnswer> => {
    const { accountId } = visit.visitor;
    const own = await certificates.ofAccount(accountId);
    return {
      name: 'certificates',
      title: 'Certificates',
      ...(more.fault && { status: 400 }),
      data: {
        asked: question,
        projects: await projectsOf(accountId),
        ...more,
        own: own.map(({ id: number, token, statement, createdAt, untilAt, reads, isShown }) => ({
          id: number,
          from: statement.from,
          to: statement.to,
          holder: statement.holder,
          path: pathOf(token),
          made: new Date(createdAt).toISOString(),
          isShown,
          reads,
          ...(untilAt !== null && { until: new Date(untilAt - 1).toISOString() }),
        })),
      },
    };
  };

  /** Does something with one of the person's certificates. */
  const act = (change: (accountId: number, id: number, visit: OwnVisit) => Promise<unknown>) =>
    signedIn(async (visit) => {
      const which = certificateId.safeParse(visit.fields['id']);
      if (which.success) await change(visit.visitor.accountId, which.data, visit);
      return { to: `${certificatesPath}#own` };
    }, certificatesPath);

  return {
    [`GET ${certificatesPath}`]: signedIn(async (visit) => {
      const question = await askedIn(visit.query, visit);
      if (visit.query['from'] === undefined) return show(visit, question);
      const counted = await statementFor(question, visit);
      if (typeof counted !== 'object') return show(visit, question, { fault: counted ?? 'dates' });
      const { statement, overlapping } = counted;
      return show(visit, question, {
        preview: await certified(statement, said, visit.lang),
        overlapping: await Promise.all(
          overlapping.map(async ({ project_id: id, hours }) => ({
            project: (await said.openHead(id, visit.lang)) ?? { id, title: '' },
            hours,
          })),
        ),
      });
    }),

    'POST /me/certificates': signedIn(async (visit) => {
      const { visitor, fields, now } = visit;
      const question = await askedIn(fields, visit);
      const counted = await statementFor(question, visit);
      if (typeof counted !== 'object') return show(visit, question, { fault: counted ?? 'dates' });
      const untilAt = question.until === '' ? null : endOfDay(visitor.zone ?? utc, question.until);
      const token = await certificates.make(visitor.accountId, counted.statement, untilAt, now);
      return token === undefined ? show(visit, question, { fault: 'too-many' }) : { to: pathOf(token) };
    }, certificatesPath),

    'POST /me/certificates/end': act((accountId, number, { now }) =>
      certificates.end(accountId, number, now),
    ),
    'POST /me/certificates/show': act((accountId, number, { fields }) =>
      certificates.show(accountId, number, fields['shown'] === 'yes'),
    ),
  };
}
