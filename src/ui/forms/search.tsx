import { useWords } from '../words/use-words.tsx';

/** The search box of the front page; the finder has more fields (pages/finder-form.tsx). */
export function Search() {
  const w = useWords().words.finder;
  return (
    <search>
      <form method="get" action="/finder" class="search">
        <div class="field grow">
          <label for="q">{w.q}</label>
          <input id="q" name="q" type="search" maxLength={500} placeholder={w.searchHint} />
        </div>
        <button class="button primary">{w.search}</button>
      </form>
    </search>
  );
}
