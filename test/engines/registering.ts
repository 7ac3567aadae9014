/** A project from registration to the directory in any engine: sent, asked about, answered by mail, published. */
import { linkTo } from '../server/scene.ts';
import type { Service } from '../set-up/service/start-service.ts';
import { ours } from './network.ts';
import { ask, fill, press, says, type Tab, textOf, until } from './tab.ts';
import { signIn } from './journey-steps.ts';

/**
 * `newTab`: of a browser of its own, whose window is in front; buttons wake in a window that is seen. `name`:
 * distinguishes the addresses and the project from those of another try.
 */
export async function registering(
  newTab: () => Promise<Tab>,
  { service, name }: { service: Service; name: string },
) {
  const owner = await newTab();
  const [theirs, editors] = [`registers-${name}@example.org`, `reviews-${name}@example.org`];
  const title = `Lichens of ${name}`;

  // Without an account, from the project's address, whose page cannot be read.
  await owner.open(`${ours}/add`);
  await fill(owner, 'Address of your project’s own page', `http://${name}.invalid/`);
  await press(owner, 'Start');
  await says(owner, 'Three questions first');
  await fill(owner, 'Name of the project (required)', title);
  await press(owner, 'Anywhere: people take part wherever they are');
  await press(owner, 'Go on');
  await fill(owner, 'Description (required)', 'Look at the bark of a tree.');
  await fill(owner, 'Organisation that registers the project (required)', 'The Lichen Society');
  await fill(owner, 'Email address of the contact (required)', theirs);
  await says(owner, 'Saved.');
  await press(owner, 'Send to our editors');
  await says(owner, 'Check your email');
  await owner.open(ours + (await linkTo(service, theirs, '/sign-in/')));
  await press(owner, 'Create my profile I am 16 or older');
  await says(owner, 'Send this project to our editors?');
  await press(owner, 'Send to our editors');
  await says(owner, 'Your project is with our editors');
  const id = /Project ID is (\d+)/.exec(await textOf(owner))?.[1] ?? '';

  // An editor asks, and the contact answers by the link in the mail, without signing in.
  const editor = await newTab();
  await signIn(editor, service, editors);
  await service.operate('role', editors, 'editor');
  await editor.open(`${ours}/review`);
  await press(editor, title);
  await says(editor, 'Single keys');
  const isWriting = () => ask(editor, () => document.activeElement?.localName === 'textarea');
  await until('field of the question', async () => {
    if (await isWriting()) return true;
    await editor.keys('q');
    return isWriting();
  });
  await editor.keys('On which trees?');
  await press(editor, 'Mail the question');
  await says(editor, 'Your question is mailed');
  await owner.open(ours + (await linkTo(service, theirs, '/answer/')));
  await says(owner, 'On which trees?');
  await fill(owner, 'Your answer', 'On old ones.');
  await press(owner, 'Send the answer');
  await says(owner, 'Thank you');
  await editor.open(`${ours}/review/${id}`);
  await says(editor, 'On old ones.');
  await press(editor, 'Approve and publish');
  await says(editor, 'is published');

  // Everyone finds it, and its owner reads its id on Tools.
  await owner.open(`${ours}/finder?q=${encodeURIComponent(title)}`);
  await press(owner, title);
  await press(owner, 'Tools');
  await says(owner, 'Project ID Code');
  await until('id of the project', async () => (await textOf(owner)).includes(id), owner);
}
