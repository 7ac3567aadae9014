import { widgetsPath } from '../../contract/pages/widgets.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import type { PageProps } from '../page.ts';
import { Section } from '../../ui/section.tsx';

/** The finder widgets that a person manages. */
export function WidgetsPage({ data: { widgets, deleted } }: PageProps<'widgets'>) {
  return (
    <>
      <h1>Your finder widgets</h1>
      <p class="lead">
        A saved widget has a number. Pages show it by that number, so a change in the builder reaches all of
        them within a minute.
      </p>
      {widgets.length === 0 ? (
        <div class="empty">
          <h2>You have none yet</h2>
          <p>Set a finder up in the builder, and save it there.</p>
          <p>
            <MakeOne />
          </p>
        </div>
      ) : (
        <ul class="cards one">
          {widgets.map(({ id, name, isOwner, changed }) => (
            <li class="card split">
              <div>
                <h2>
                  <a href={`${widgetsPath}/${id}`}>{name}</a>
                </h2>
                <p class="byline">
                  Number {id} · changed <Time value={changed} />
                  {!isOwner && ' · someone else owns it'}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {widgets.length > 0 && (
        <p>
          <MakeOne />
        </p>
      )}
      {deleted.length > 0 && (
        <Section id="deleted" title="Deleted">
          <ul class="cards one">
            {deleted.map(({ id, name, until }) => (
              <li class="card split">
                <div>
                  <h3>{name}</h3>
                  <p class="byline">
                    Number {id} · can be restored until <Time value={until} />
                  </p>
                </div>
                <PostButton action={`${widgetsPath}/${id}/restore`} label={`Put it back: ${name}`}>
                  Put it back
                </PostButton>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const MakeOne = () => <ButtonLink href="/builder?embed=finder" text="Make a widget" look="primary" />;
