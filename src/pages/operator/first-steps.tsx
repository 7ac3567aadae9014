import type { ComponentChild } from 'preact';
import type { FirstSteps } from '../../contract/pages/operator.ts';
import { Section } from '../../ui/section.tsx';

const steps: Record<keyof FirstSteps, ComponentChild> = {
  ownPages: (
    <>
      <strong>Imprint, contact and privacy notice</strong>: the settings <code>IMPRINT</code>,{' '}
      <code>CONTACT</code> and <code>PRIVACY</code>. Many countries require them.
    </>
  ),
  project: (
    <>
      <strong>The first project</strong>: <a href="/add">register one</a>, and{' '}
      <a href="/review">publish it</a>; or <a href="/operator/import">import a list</a>.
    </>
  ),
  editor: (
    <>
      <strong>The first editor</strong>: give someone the role on <a href="/operator/people">People</a>. They
      find what awaits them at <a href="/review">Review</a>.
    </>
  ),
  owner: (
    <>
      <strong>The first owner</strong>: someone registers a project at <a href="/add">/add</a>, and finds the
      snippets on its Tools tab.
    </>
  ),
  embed: (
    <>
      <strong>The first embed</strong>: the owner puts the message on their page (
      <a href="/docs">the documentation for owners</a>). Tools says when it was first shown.
    </>
  ),
  backup: (
    <>
      <strong>The first backup</strong>, on <a href="/operator/store">Store</a>; keep the pepper apart from
      it.
    </>
  ),
};

/** The first hour of a new service, until everything is done. */
export const FirstStepsList = ({ done }: { done: FirstSteps }) => (
  <Section id="first-steps" title="First steps">
    {!done.project && <p>The directory is empty: no project is published yet.</p>}
    <ul class="checklist">
      {(Object.keys(steps) as (keyof FirstSteps)[]).map((step) => (
        <li class={done[step] ? 'done' : undefined}>
          <span>{done[step] ? 'Done: ' : 'To do: '}</span>
          {steps[step]}
        </li>
      ))}
    </ul>
  </Section>
);
