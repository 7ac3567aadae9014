import type { StatsNote } from '../../../contract/pages/stats-figures.ts';
import { formatDate } from '../../../ui/format.ts';
import { PostButton } from '../../../ui/forms/post-button.tsx';

/** The managers' notes on days, which the drawings show by their number. */
export const Notes = ({ notes, path, today }: { notes: StatsNote[]; path: string; today: string }) => (
  <>
    <p class="quiet">
      Mark a day, such as a broadcast or a new release, to see it in the figures. Only people who manage this
      project see notes, and the summary has them.
    </p>
    {notes.length > 0 && (
      <>
        <ol>
          {notes.map(({ id, day, text }) => (
            <li>
              <strong>{formatDate(day)}</strong> {text}{' '}
              <PostButton
                action={`${path}/stats/notes/remove`}
                fields={{ note: id }}
                look="link"
                label={`Remove the note on ${formatDate(day)}: ${text}`}
              >
                Remove
              </PostButton>
            </li>
          ))}
        </ol>
        <p class="quiet">Remove deletes this one note permanently; you can write it again.</p>
      </>
    )}
    <form method="post" action={`${path}/stats/notes`} class="note-form">
      <div class="field">
        <label for="note-day">Day</label>
        <input id="note-day" name="day" type="date" required value={today} />
      </div>
      <div class="field">
        <label for="note-text">Note</label>
        <input id="note-text" name="text" type="text" required maxLength={200} autocomplete="off" />
      </div>
      <button class="button plain">Add note</button>
    </form>
  </>
);
