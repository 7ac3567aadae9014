import { groupsPath, type GroupsPage as Data } from '../../contract/pages/groups.ts';
import { Field, labelledFault } from '../../ui/forms/text-field.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** The groups that a person leads or joined, and the form that opens one. */
export function GroupsPage({ data }: PageProps<'groups'>) {
  const { words, say, date } = useWords();
  const w = words.groups;
  const { led, joined } = data;
  return (
    <div class="readable">
      <h1>{w.title}</h1>
      <p class="lead">{w.lead}</p>
      {led.length > 0 && (
        <Section id="led" title={w.led}>
          <ul class="rows">
            {led.map(({ name, path, ends, isOver }) => (
              <li>
                <a href={path}>
                  <bdi>{name}</bdi>
                </a>{' '}
                <span class="quiet">{isOver ? w.over : say(w.until, { date: date(ends) })}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {joined.length > 0 && (
        <Section id="joined" title={w.joined}>
          <p class="quiet">{w.leaveSays}</p>
          <ul class="rows">
            {joined.map(({ id, name, shownName }) => (
              <li class="split">
                <span>
                  <bdi>{name}</bdi>{' '}
                  <span class="quiet">
                    {shownName === undefined ? w.asTotal : say(w.asName, { name: shownName })}
                  </span>
                </span>
                <PostButton
                  action="/groups/leave"
                  fields={{ group_id: id }}
                  look="danger"
                  label={`${w.leave}: ${name}`}
                >
                  {w.leave}
                </PostButton>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Open data={data} />
    </div>
  );
}

function Open({ data: { programmes, form, given, faults } }: { data: Data }) {
  const language = useWords();
  const w = language.words.groups;
  return (
    <Section id="open" title={w.open}>
      <p>{w.openSays}</p>
      <form method="post" action={groupsPath} class="stack">
        <input type="hidden" name="form" value={form} />
        <Field
          id="group-name"
          name="name"
          label={w.name}
          fault={labelledFault(language, w.name, faults['name'])}
        >
          {(control) => (
            <input {...control} required maxLength={80} value={given['name']} autocomplete="off" />
          )}
        </Field>
        <Field
          id="group-ends"
          name="ends"
          label={w.ends}
          fault={labelledFault(language, w.ends, faults['ends'])}
        >
          {(control) => <input {...control} type="date" required value={given['ends']} />}
        </Field>
        {programmes.length > 0 && (
          <Field id="group-programme" name="programme" label={w.programme}>
            {(control) => (
              <select {...control}>
                <option value="">{w.noProgramme}</option>
                {programmes.map(({ id, name }) => (
                  <option value={id}>{name}</option>
                ))}
              </select>
            )}
          </Field>
        )}
        <button class="button primary waking">{w.open}</button>
      </form>
    </Section>
  );
}
