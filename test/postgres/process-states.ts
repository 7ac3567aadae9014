/**
 * The state that a process of the service keeps between requests: each file with such state, and how two processes act
 * as one in spite of it. The list of files is read from the code: variables that functions change after the one that made them
 * has returned.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../scripts/built.ts';
import type { seenElsewhere } from './seen-elsewhere.ts';

/**
 * `seen`: a scenario shows that another process knows of a change; `test`: a test file does. `same`: derived from the
 * code or the input alone. `own`: about this process only.
 */
type Row = { seen: keyof typeof seenElsewhere } | { test: string } | { same: string } | { own: string };

const drawn = { same: 'Drawn from the input, which is the key.' };
const underWay = { own: 'Work of this process that is under way.' };

export const processStates: Record<string, Row> = {
  'server/text/day.ts': { same: 'The text of a day.' },
  'server/text/zone.ts': { same: 'The names of time zones.' },
  'server/certificates/baked.ts': drawn,
  'server/certificates/data-integrity.ts': { same: 'A credential and a key always give the same proofs.' },
  'server/oauth/user-info.ts': underWay,
  'server/http/public-file.ts': { same: 'The compressed forms of a file.' },
  'server/db/brief-cache.ts': { test: 'pooler.test.ts' },
  'server/db/group-commit.ts': underWay,
  'server/db/ids.ts': { test: 'pooler.test.ts' },
  'server/db/lease-queue.ts': underWay,
  'server/db/postgres/named-statements.ts': { own: 'The prepared statements of its connections.' },
  'server/db/sqlite/prepared.ts': { own: 'The prepared statements of a connection.' },
  'server/db/postgres/standby.ts': { test: 'standby.test.ts' },
  'server/demo/partner-visits.ts': { own: 'The demonstration partner is a site of one process.' },
  'server/db/postgres/workers-away.ts': underWay,
  'server/events/recording/distributed-rows.ts': { same: 'The text of a statement, by its number of rows.' },
  'server/events/refused-reports.ts': { test: 'tools.test.ts' },
  'server/finder/directory-cache.ts': { seen: 'a project is hidden' },
  'server/finder/map/map-pages.ts': { same: 'The version of the directory is part of the key.' },
  'server/finder/nearby-areas.ts': { same: 'An area never changes.' },
  'server/grants/one-time-codes.ts': {
    own: 'When this process last reported guessing; the counts are in the store.',
  },
  'server/grants/embed-activity.ts': { own: 'The same sign is written once a minute by each process.' },
  'server/http/server.ts': underWay,
  'server/images/decode-apart.ts': underWay,
  'server/limits/network.ts': { same: 'The networks of an address.' },
  'server/limits/shared-rates.ts': { test: 'limits.test.ts' },
  'server/limits/turns.ts': { own: 'The order of the jobs that this process has stored.' },
  'server/log.ts': { own: 'The number of a line.' },
  'server/mail/mailer.ts': { own: 'Mails that this process sends, and how its mail server answers.' },
  'server/mail/outbox-file.ts': { seen: 'mail is in the outbox of development' },
  'server/oauth/artifacts.ts': { test: 'oauth-race.test.ts' },
  'server/oauth/library-models.ts': { same: 'A client that was read again is another key.' },
  'server/oauth/request-facts.ts': underWay,
  'server/oauth/server.ts': { test: 'oauth-keeping.long.test.ts' },
  'server/operating/copies.ts': { test: 'pooler.test.ts' },
  'server/operating/pepper-change.ts': { test: 'pooler.test.ts' },
  'server/places/covered-regions.ts': drawn,
  'server/places/draw-map.ts': drawn,
  'server/places/draw-places.ts': drawn,
  'server/places/gazetteer.ts': { same: 'Read from a file of the build.' },
  'server/projects/access.ts': { seen: 'a manager is removed' },
  'server/projects/exports/social-card.ts': drawn,
  'server/reference/document.ts': { same: 'Made from the contract.' },
  'server/process/run-service.ts': { own: 'Whether this process is ending.' },
  'server/secrets/secrets.ts': { test: 'pepper.long.test.ts' },
  'server/text/stem.ts': { same: 'The stem of a word.' },
  'server/text/languages.ts': { same: 'Read from the build and from DATA_DIR at the start.' },
  'server/text/text-language.ts': { same: 'The names of languages.' },
  'server/widgets/words.ts': { same: 'Made from the words of the build and of DATA_DIR.' },
  'server/operating/own-words.ts': { same: 'Read from DATA_DIR at the start.' },
  'server/finder/words/list-names.ts': { same: 'Made from the words of the pages.' },
  'server/projects/derived/rebuild-derived.ts': {
    own: 'Whether this process renews the search index: one does at a time.',
  },
  'server/process/tracing.ts': { own: 'When this process last reported a fault.' },
  'server/volunteers/figures.ts': underWay,
  'server/process/watchdog-thread.ts': { own: 'Whether this process answers.' },
  'server/webhooks/due-notices.ts': {
    own: 'The day is looked at once by each process; a notice is a row, once.',
  },
};

/** Folders whose functions keep nothing when they have returned, and what runs apart from the service. */
const without = ['commands', 'geometry', 'imports', 'threads'];
/** Files in which the variables belong to one call. */
const ofOneCall = [
  'server/finder/read-page.ts',
  'server/finder/read-query.ts',
  'server/http/bodies/decode-text.ts',
  'server/projects/adding/read-page.ts',
  'server/projects/review/compare.ts',
  'server/widgets/check/read-page.ts',
];

const changing = new Set(['add', 'clear', 'delete', 'push', 'set', 'shift', 'splice', 'unshift']);

/** The files of the service with a variable that is changed after the function that declares it has returned. */
export const filesWithState = (): string[] =>
  readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `server/${file}`)
    .filter((file) => !file.split('/').some((part) => without.includes(part)) && !ofOneCall.includes(file))
    .filter((file) => hasState(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), 99, true)))
    .sort();

function hasState(source: ts.SourceFile): boolean {
  const declared: { name: string; at: ts.Node | undefined }[] = [];
  let isFound = false;
  const declare = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const isLet = (node.parent.flags & ts.NodeFlags.Let) !== 0;
      if (isLet || /^(new (Map|Set|LRUCache|WeakMap)\b|\[\]$)/.test(node.initializer?.getText() ?? ''))
        declared.push({ name: node.name.text, at: functionOf(node) });
    }
    ts.forEachChild(node, declare);
  };
  const look = (node: ts.Node): void => {
    const name = changedBy(node);
    if (name !== undefined)
      isFound ||= declared.some((one) => one.name === name && outlives(functionOf(node), one.at));
    ts.forEachChild(node, look);
  };
  declare(source);
  look(source);
  return isFound;
}

/** Whether a function may run after the one around it has returned: it is no callback there, and that one does not wait. */
function outlives(inner: ts.Node | undefined, outer: ts.Node | undefined): boolean {
  if (inner === undefined || inner === outer || isAsync(outer)) return false;
  let next: ts.Node | undefined = inner;
  while (next && functionOf(next) !== outer) next = functionOf(next);
  return next !== undefined && !ts.isCallExpression(next.parent) && !ts.isNewExpression(next.parent);
}

const isAsync = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);

function functionOf(node: ts.Node): ts.Node | undefined {
  let at: ts.Node | undefined = node.parent;
  while (at && !(ts.isFunctionLike(at) && !ts.isTypeNode(at))) at = at.parent;
  return at;
}

/** The name of the variable that a node changes. */
function changedBy(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind))
    return nameOf(ts.isPropertyAccessExpression(node.left) ? node.left.expression : node.left);
  if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) return nameOf(node.operand);
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    changing.has(node.expression.name.text)
  )
    return nameOf(node.expression.expression);
  return undefined;
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

const nameOf = (node: ts.Node): string | undefined => (ts.isIdentifier(node) ? node.text : undefined);
