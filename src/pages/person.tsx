import type { PageProps } from './page.ts';

/** The page of a person, as others see it: that there is a member, and nothing else. */
export function PersonPage({ data, frame }: PageProps<'person'>) {
  return (
    <div class="narrow">
      <h1>A member of {frame.serviceName}</h1>
      <p class="lead">Member number {data.userId}.</p>
      <p>Members show nothing else about themselves here yet.</p>
      <p>
        <a href="/finder">Find a project to join</a>
      </p>
    </div>
  );
}
