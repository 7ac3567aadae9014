import type { StatsNote } from '../../../contract/pages/stats-figures.ts';
import { PostButton } from '../../../ui/forms/post-button.tsx';
import { useWords } from '../../../ui/words/use-words.tsx';

/** The managers' notes on days, which the drawings show by their number. */
export function Notes({ notes, path, today }: { notes: StatsNote[]; path: string; today: string }) {
  const { words, say, date } = useWords();
  const w = words.figures;
  return (
    <>
      <p class="quiet">{w.notesSay}</p>
      {notes.length > 0 && (
        <>
          <ol>
            {notes.map(({ id, day, text }) => (
              <li>
                <strong>{date(day)}</strong> {text}{' '}
                <PostButton
                  action={`${path}/stats/notes/remove`}
                  fields={{ note: id }}
                  look="link"
                  label={say(w.removeNoteNamed, { date: date(day), text })}
                >
                  {w.removeNote}
                </PostButton>
              </li>
            ))}
          </ol>
          <p class="quiet">{w.removeNoteSays}</p>
        </>
      )}
      <form method="post" action={`${path}/stats/notes`} class="note-form">
        <div class="field">
          <label for="note-day">{w.day}</label>
          <input id="note-day" name="day" type="date" required value={today} />
        </div>
        <div class="field">
          <label for="note-text">{w.text}</label>
          <input id="note-text" name="text" type="text" required maxLength={200} autocomplete="off" />
        </div>
        <button class="button plain">{w.add}</button>
      </form>
    </>
  );
}
