import type { HistoryEntry } from '../../contract/pages/review.ts';
import { formatInstant } from '../../ui/format.ts';

const texts: Record<HistoryEntry['act'], string> = {
  sent: 'sent the project',
  approved: 'approved it',
  turned_down: 'turned it down',
  asked: 'asked',
  answered: 'answered',
  corrected: 'corrected a field',
  released: 'let updates change a field again',
  trusted: 'decided to trust its updates',
  untrusted: 'ended the trust in its updates',
  unpublished: 'sent it back to review',
  withheld: 'withheld it from everyone',
  shown: 'ended that it was withheld',
  invited: 'invited a co-manager',
  uninvited: 'withdrew an invitation',
  refused: 'refused the invitation to manage it',
  joined: 'manages it now',
  removed: 'removed a manager:',
  left: 'stopped managing it',
  handed_over: 'handed it over to',
  origin: 'registered a site:',
  webhook: 'set where notices go:',
  hashed_asked: 'asked to send hashed addresses in the record step',
  hashed_allowed: 'allowed hashed addresses in the record step',
  hashed_refused: 'refused hashed addresses in the record step, or ended them',
  origin_removed: 'removed a site:',
  overlaps_counted: 'said that contributions of one person may overlap',
  overlaps_once: 'lets the time that contributions share count once',
  updated: 'changed',
  imported: 'imported it again:',
};

/** The history of a project, newest first. */
export const Entries = ({ entries }: { entries: HistoryEntry[] }) =>
  entries.length === 0 ? (
    <p class="quiet">Nothing was recorded yet.</p>
  ) : (
    <ol class="rows history">
      {entries.map(({ at, act, who, note, subject, fields = [], before = [] }) => (
        <li>
          <p>
            <strong>{who || 'Its owner'}</strong> {texts[act]}
            {subject !== undefined && ` ${subject}`}
            {fields.length > 0 && ` ${fields.join(', ')}`}
            <span class="quiet">
              {' · '}
              <time dateTime={at}>{formatInstant(at)} UTC</time>
            </span>
          </p>
          {note !== undefined && <blockquote>{note}</blockquote>}
          {before.length > 0 && (
            <details>
              <summary>Before</summary>
              <dl class="former">
                {before.map(({ label, text }) => (
                  <>
                    <dt>{label}</dt>
                    <dd>{text === '' ? <em>empty</em> : text}</dd>
                  </>
                ))}
              </dl>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
