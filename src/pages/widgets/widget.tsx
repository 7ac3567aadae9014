import { widgetsPath, type WidgetPage as Data } from '../../contract/pages/widgets.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { readBuilt } from '../../embed-code/built.ts';
import { blocksOf, formOf, forms } from '../../embed-code/snippets.ts';
import type { PageProps } from '../page.ts';
import { WidgetCounts } from './counts.tsx';
import { Section } from '../../ui/section.tsx';

const doneWords = {
  saved: 'Saved. Pages that show it have the change within a minute.',
  copied: 'Copied. This is the copy: it has a number of its own.',
  restored: 'The widget is back. Pages that show it have it within a minute.',
};

/** One saved widget: what to copy, what became of it, and the people who manage it. */
export function WidgetPage({ data, frame }: PageProps<'widget'>) {
  const { id, name, isOwner, changed, edit, done, form } = data;
  const path = `${widgetsPath}/${id}`;
  return (
    <>
      <BackLink href={widgetsPath}>← Your finder widgets</BackLink>
      <h1>{name}</h1>
      <p class="byline">
        Widget {id} · changed <Time value={changed} />
      </p>
      <Notice kind="done" says={done && doneWords[done]} />
      <div class="answers">
        <ButtonLink href={edit} text="Edit in the builder" look="primary" />
        <PostButton action={`${path}/copy`} fields={{ once: form }}>
          Copy
        </PostButton>
        <ButtonLink href={`${path}/people`} text="People who manage it" />
        {isOwner && <ButtonLink href={`${path}/delete`} text="Delete" look="danger" />}
      </div>
      <Snippets data={data} service={{ ...frame, pinned: data.pinned }} />
      <WidgetCounts counts={data.counts} />
    </>
  );
}

type SnippetsProps = { data: Data; service: Parameters<typeof blocksOf>[1] };

/** The snippets of every form, folded but for the first. */
function Snippets({ data: { id, query }, service }: SnippetsProps) {
  const built = { ...readBuilt(query), saved: String(id) };
  const { titles, notes, blocks: labels } = useWords().words.snippetForms;
  const [first, ...others] = forms.filter(({ isFor }) => isFor(built));
  const blocks = (as: string) =>
    blocksOf({ ...built, as }, service).map(({ label, code }) => (
      <CopyField key={label} label={labels[label]} value={code} kind="block" />
    ));
  return (
    <Section id="snippet" title="Snippet" class="result">
      {first && first.name !== 'html' && <p>{notes[first.name]}</p>}
      {blocks(formOf(built).name)}
      {others.map(({ name }) => (
        <details>
          <summary>{titles[name]}</summary>
          {name !== 'html' && <p>{notes[name]}</p>}
          {blocks(name)}
        </details>
      ))}
    </Section>
  );
}
