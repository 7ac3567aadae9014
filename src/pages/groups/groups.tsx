import { groupsPath, type GroupsPage as Data } from '../../contract/pages/groups.ts';
import { FieldFault, faulty } from '../../ui/forms/text-field.tsx';
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
  const { words, tag } = useWords();
  const w = words.groups;
  const faultOf = (label: string, fault: string | undefined) =>
    fault === undefined ? undefined : tag === 'en' ? `${label} ${fault}.` : words.programmeForm.badField;
  return (
    <Section id="open" title={w.open}>
      <p>{w.openSays}</p>
      <form method="post" action={groupsPath} class="stack">
        <input type="hidden" name="form" value={form} />
        <div class="field">
          <label for="group-name">{w.name}</label>
          <input
            id="group-name"
            name="name"
            required
            maxLength={80}
            value={given['name']}
            autocomplete="off"
            {...faulty('group-name', faults['name'])}
          />
          <FieldFault of="group-name" text={faultOf(w.name, faults['name'])} />
        </div>
        <div class="field">
          <label for="group-ends">{w.ends}</label>
          <input
            id="group-ends"
            name="ends"
            type="date"
            required
            value={given['ends']}
            {...faulty('group-ends', faults['ends'])}
          />
          <FieldFault of="group-ends" text={faultOf(w.ends, faults['ends'])} />
        </div>
        {programmes.length > 0 && (
          <div class="field">
            <label for="group-programme">{w.programme}</label>
            <select id="group-programme" name="programme">
              <option value="">{w.noProgramme}</option>
              {programmes.map(({ id, name }) => (
                <option value={id}>{name}</option>
              ))}
            </select>
          </div>
        )}
        <button class="button primary waking">{w.open}</button>
      </form>
    </Section>
  );
}
