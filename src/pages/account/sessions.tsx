import type { OwnSession } from '../../contract/pages/account.ts';
import { Fold } from '../../ui/fold.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { fillIn, type PageLanguage } from '../../ui/words/language.ts';
import { Said, useWords } from '../../ui/words/use-words.tsx';

type Props = { sessions: OwnSession[]; more: number; isOpen: boolean };

/** Where the person is signed in, and the ways to end that. */
export function Sessions({ sessions, more, isOpen }: Props) {
  const language = useWords();
  const { words, say, count, number } = language;
  const w = words.account;
  return (
    <Fold
      id="sessions"
      heading="h2"
      title={w.sessions}
      state={number(sessions.length + more)}
      isOpen={isOpen}
    >
      <p>{w.sessionsSay}</p>
      <ul class="cards one">
        {sessions.map(({ id, device, since, used, isThis }) => (
          <li class="card split">
            <div>
              <h3>{deviceName(device, language)}</h3>
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
                label={say(w.signOutDevice, { device: deviceName(device, language) })}
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
    </Fold>
  );
}

/** A device is stored as "Firefox on an iPhone": names of browsers and systems are the same in every language. */
function deviceName(device: string, { tag, words: { account: w } }: PageLanguage): string {
  if (device === '' || device === 'An unknown browser') return w.unknownBrowser;
  if (tag === 'en') return device;
  const [browser = '', system] = device.replace('A browser', w.aBrowser).split(/ on (?:an? )?/);
  return system === undefined ? browser : fillIn(w.deviceOn, { browser, system });
}
