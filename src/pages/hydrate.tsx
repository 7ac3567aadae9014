/** Draws a page again in the browser, with the data that its document carries. */
// First: some views are made while their files are loaded.
import '../ui/untranslated.ts';
import { hydrate, type ComponentType } from 'preact';
import { createLanguage, type PageWords } from '../ui/words/language.ts';
import { SpokenLanguage } from '../ui/words/use-words.tsx';
import type { LivePage } from './page.ts';

const scripts: Record<string, () => Promise<ComponentType<never>>> = {
  project: async () => (await import('./project/project.tsx')).ProjectPage,
  connect: async () => (await import('./connect/connect.tsx')).ConnectPage,
  builder: async () => (await import('./builder/builder.tsx')).BuilderPage,
  widget: async () => (await import('./widgets/widget.tsx')).WidgetPage,
  links: async () => (await import('./project/links.tsx')).LinksPage,
  'sign-in': async () => (await import('./sign-in/sign-in.tsx')).SignInPage,
};

export async function hydratePage(main: HTMLElement, data: string): Promise<void> {
  const { name, language, ...props } = JSON.parse(data) as LivePage;
  const View = (await scripts[name]?.()) as ComponentType<Omit<LivePage, 'name' | 'language'>> | undefined;
  if (!View) return;
  const spoken = createLanguage(language.tag, language.words as PageWords);
  hydrate(
    <SpokenLanguage.Provider value={spoken}>
      <View {...props} />
    </SpokenLanguage.Provider>,
    main,
  );
}
