import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** The sheet with the code of a group, to be printed and put up. */
export function GroupSheetPage({ data: { of, code, address, qr, ends } }: PageProps<'group-sheet'>) {
  const { words, say, date } = useWords();
  const w = words.groups;
  return (
    <>
      <p class="back no-print">
        <a href={of.path}>← {of.name}</a>
      </p>
      <article class="certificate">
        <h1>
          <bdi>{of.name}</bdi>
        </h1>
        <CodeSteps code={code} />
        <div class="certificate-check">
          <QrCode qr={qr} label={w.qr} />
          <p>
            {address}
            <br />
            {say(w.until, { date: date(ends) })}
          </p>
        </div>
      </article>
      <p class="no-print">{w.print}</p>
    </>
  );
}

/** The code of a group, and how to use it. */
export const CodeSteps = ({ code }: { code: string }) => (
  <>
    <p class="group-code" translate={false}>
      {code}
    </p>
    <ol>
      {Object.values(useWords().words.groups.steps).map((step) => (
        <li>{step}</li>
      ))}
    </ol>
  </>
);
