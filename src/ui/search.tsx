import type { ComponentChildren } from 'preact';

type Props = {
  q?: string;
  /** What is wrong with it, as it follows the name of the field. */
  fault?: string | undefined;
  /** More fields beside the box, and what stands beneath all of them. */
  children?: ComponentChildren;
  beneath?: ComponentChildren;
};

/** The search box; a page with more to choose from puts it into the same form. */
export function Search({ q = '', fault, children, beneath }: Props) {
  return (
    <search>
      <form method="get" action="/finder" class={children ? 'search with-choices' : 'search'}>
        <div class="field grow">
          <label for="q">Search projects</label>
          <input
            id="q"
            name="q"
            type="search"
            value={q}
            maxLength={500}
            placeholder="birds, water, night sky…"
            aria-invalid={fault === undefined ? undefined : 'true'}
            aria-describedby={fault === undefined ? undefined : 'q-fault'}
          />
          {fault !== undefined && (
            <p id="q-fault" class="field-fault">
              The search {fault}.
            </p>
          )}
        </div>
        {children}
        <div class="answers">
          <button class="button primary">Search</button>
          {children && (
            <button type="button" class="button plain" data-near-me hidden>
              Near me
            </button>
          )}
          {children && <p class="near-me-status" role="status" />}
        </div>
        {beneath}
      </form>
    </search>
  );
}
