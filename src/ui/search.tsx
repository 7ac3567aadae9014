import type { ComponentChildren } from 'preact';

/** The search box; a page with more to choose from puts it into the same form. */
export function Search({ q = '', children }: { q?: string; children?: ComponentChildren }) {
  return (
    <search>
      <form method="get" action="/finder" class="search">
        <div class="field grow">
          <label for="q">Search projects</label>
          <input
            id="q"
            name="q"
            type="search"
            value={q}
            maxLength={500}
            placeholder="birds, water, night sky…"
          />
        </div>
        {children}
        <button class="button primary">Search</button>
      </form>
    </search>
  );
}
