import type { OwnSession } from '../../contract/account-page.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { fillIn, type PageWords } from '../../ui/words/language.ts';
import { Said, useWords } from '../../ui/words/use-words.tsx';

type Props = { sessions: OwnSession[]; more: number };

/** Where the person is signed in, and the ways to end that. */
export function Sessions({ sessions, more }: Props) {
  const { words, say, count } = useWords();
  const w = words.account;
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{w.sessions}</h2>
      <p>{w.sessionsSay}</p>
      <ul class="cards one">
        {sessions.map(({ id, device, since, used, isThis }) => (
          <li class="card split">
            <div>
              <h3>{deviceName(device, w)}</h3>
              <p class="byline">
                {isThis && <strong>{w.thisDevice} · </strong>}
                <Said text={words.manage.since} of={{ date: <Time value={since} /> }} />
                {used !== undefined && (
                  <>
                    {' '}
                    · <Said text={words.manage.lastUsed} of={{ date: <Time value={used} /> }} />
                  </>
                )}
              </p>
            </div>
            {!isThis && (
              <PostButton
                action="/account/sessions/end"
                fields={{ id }}
                look="danger"
                label={say(w.signOutDevice, { device: deviceName(device, w) })}
              >
                {words.me.signOut}
              </PostButton>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{count('otherSession', more)}</p>}
      {sessions.length + more > 1 && (
        <PostButton action="/account/sessions/end-others" look="danger">
          {w.signOutOthers} ({count('session', sessions.length + more - 1)})
        </PostButton>
      )}
    </section>
  );
}

/** Of "Firefox on Windows", as it is stored, the names of browser and system are the same in every language. */
function deviceName(device: string, w: PageWords['account']): string {
  const [browser = '', system] = device.split(' on ');
  const named = browser === 'A browser' ? w.aBrowser : browser === '' ? w.unknownBrowser : browser;
  return system === undefined
    ? named
    : fillIn(w.deviceOn, { browser: named, system: system.replace(/^an? /, '') });
}
