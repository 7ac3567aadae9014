import type { OwnSession } from '../../contract/account-page.ts';
import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';

type Props = { sessions: OwnSession[]; more: number };

/** Where the person is signed in, and the ways to end that. */
export const Sessions = ({ sessions, more }: Props) => (
  <section aria-labelledby="sessions">
    <h2 id="sessions">Where you are signed in</h2>
    <p>
      A device stays signed in for 30 days. Ending its session signs it out at once; what it did stays, and
      you can sign in there again. Keys, and sites that you authorized, are not affected.
    </p>
    <ul class="cards one">
      {sessions.map(({ id, device, since, used, isThis }) => (
        <li class="card split">
          <div>
            <h3>{device}</h3>
            <p class="byline">
              {isThis && <strong>This device · </strong>}
              since <Time value={since} />
              {used !== undefined && (
                <>
                  {' '}
                  · last used <Time value={used} />
                </>
              )}
            </p>
          </div>
          {!isThis && (
            <PostButton
              action="/account/sessions/end"
              fields={{ id }}
              look="danger"
              label={`Sign out ${device}`}
            >
              Sign out
            </PostButton>
          )}
        </li>
      ))}
    </ul>
    {more > 0 && <p>And {counted(more, 'other')}.</p>}
    {sessions.length + more > 1 && (
      <PostButton action="/account/sessions/end-others" look="danger">
        Sign out everywhere else ({counted(sessions.length + more - 1, 'session')})
      </PostButton>
    )}
  </section>
);
