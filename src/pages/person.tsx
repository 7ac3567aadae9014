import type { PageProps } from './page.ts';

/** The page of a person, as others see it: that there is a member, and what they chose to show. */
export function PersonPage({ data, frame }: PageProps<'person'>) {
  const { userId, handle, name } = data;
  const title = handle ?? name;
  return (
    <div class="narrow">
      <h1>{title ?? `A member of ${frame.serviceName}`}</h1>
      {handle !== undefined && name !== undefined && <p class="lead">{name}</p>}
      <p class={title === undefined ? 'lead' : undefined}>
        Member number {userId}
        {title !== undefined && ` of ${frame.serviceName}`}.
      </p>
      {title === undefined && <p>This member shows nothing else here.</p>}
      <p>
        <a href="/finder">Find a project to join</a>
      </p>
    </div>
  );
}
