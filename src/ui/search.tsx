/** The search box of the front page; the finder has more fields (pages/finder-form.tsx). */
export const Search = () => (
  <search>
    <form method="get" action="/finder" class="search">
      <div class="field grow">
        <label for="q">Search projects</label>
        <input
          id="q"
          name="q"
          type="search"
          maxLength={500}
          placeholder="birds near Seattle, water, night sky…"
        />
      </div>
      <button class="button primary">Search</button>
    </form>
  </search>
);
