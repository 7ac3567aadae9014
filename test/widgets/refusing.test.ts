/** Saying no in the built confirmation message, and taking it back, in happy-dom. */
import { describe, expect, test } from 'vitest';
import { answered, ask, credited, passive, service, token } from './credited.ts';
import { visit } from './partner-page.ts';

answered();

describe('refusing', () => {
  test('it is stored without an identifier and sends nothing to the service; Change undoes it', async () => {
    const first = await visit(service.origin);
    await first.shows(ask);
    first.click('No thanks');
    await first.shows('Not credited');
    expect(first.fired).toEqual(['declined']);
    const storage = await first.leave();
    expect(storage.local).toEqual({ 'manyhands:12:declined': 'yes' });

    service.asked.length = 0;
    const second = await visit(service.origin, { storage });
    await second.shows('Not credited');
    expect(service.asked).toEqual([]);
    second.click('Credit me again');
    await second.shows(ask);
    expect((await second.leave()).local).toEqual({});
  });

  test('data-when-declined="hide" leaves nothing to see', async () => {
    const attributes = { 'data-project_id': '12', 'data-when-declined': 'hide' };
    const page = await visit(service.origin, { attributes });
    await page.shows(ask);
    page.click('No thanks');
    await expect.poll(() => page.root()?.querySelector('[part=card]')).toBeNull();
  });

  test('"Not this one" takes off this contribution alone, also after a reload, and puts it back', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Not this one');
    await page.shows('Removed from your profile');
    const next = await visit(service.origin, {
      attributes: token,
      storage: await page.leave(),
      navigation: 'reload',
    });
    await next.shows('Removed from your profile');
    next.click('Put it back');
    await next.shows('This goes to the profile');
    expect(next.fired).toEqual(['credited']);
    const said = { project_id: 12, participant: token['data-participant'] };
    expect(service.said('POST /embed/undo')).toEqual([said, { ...said, put_back: true }]);
    expect(service.said('POST /embed/decline')).toEqual([]);
  });

  test('"Never" after "Not this one" names it, so that no earlier contribution is taken for it', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Not this one');
    await page.shows('Removed from your profile');
    page.click('Never for this project');
    await page.shows('Not credited');
    expect(service.said('POST /embed/decline')[0]?.['event_id']).toMatch(/./);
  });

  test('with a participant token, the service is informed, and once more of its undo', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Never for this project');
    await page.shows('Not credited');
    const said = { project_id: 12, participant: token['data-participant'] };
    expect(service.said('POST /embed/decline')).toEqual([{ ...said, keep_past: true }]);
    page.click('Undo');
    await page.shows('This goes to the profile');
    expect(service.said('POST /embed/undo')).toEqual([{ ...said, stopped: 'STOPPED' }]);
    expect(page.fired).toEqual(['declined', 'credited']);
    expect((await page.leave()).local).toEqual({});
  });

  test('the undo of "Never" leaves "Not this one" in force', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Not this one');
    await page.shows('Removed from your profile');
    page.click('Never for this project');
    await page.shows('Not credited');
    page.click('Undo');
    await page.shows('Removed from your profile');
    page.click('Put it back');
    await page.shows('This goes to the profile');
  });

  test('at a later visit "Never" is no longer undone there: it is credited again by a window or an email', async () => {
    const page = await visit(service.origin, { attributes: token });
    await page.shows('This goes to the profile');
    page.click('Never for this project');
    await page.shows('Not credited');
    const next = await visit(service.origin, { attributes: token, storage: await page.leave() });
    await next.shows('Not credited');
    expect(next.button('Undo')).toBeUndefined();
    next.click('Credit me again');
    await next.shows('Credit you again?');
  });

  test('in gold the contribution is credited, and the same two choices are there', async () => {
    const page = await visit(service.origin, { attributes: { ...token, 'data-mode': 'gold' } });
    await page.shows('Credited to your profile');
    for (const says of ['Not this one', 'Never for this project']) expect(page.button(says)).toBeDefined();
    for (const says of ['Not you?', 'New there? Join']) expect(page.button(says)).toBeUndefined();
    page.click('Not this one');
    await page.shows('Removed from your profile');
    page.click('Put it back');
    await page.shows('Credited to your profile');
  });
});

describe('"no" where this page has a grant', () => {
  const saysNo = async (attributes: Record<string, string>, button: string, title: string) => {
    const page = await visit(service.origin, { attributes, storage: await credited() });
    await page.shows(title);
    page.click(button);
    await page.shows(/Not credited|No profile linked/);
    const { grant, ...said } = service.said('POST /embed/decline').at(-1) ?? {};
    expect(grant).toMatch(/^grant-number/);
    return { page, said };
  };

  test('and a token: both are sent, and what it says is about this contribution', async () => {
    const { page, said } = await saysNo(token, 'Never for this project', 'This goes to the profile');
    expect(page.root()?.textContent).toContain('This one and later ones stay off your profile.');
    expect(said).toEqual({ project_id: 12, participant: token['data-participant'], keep_past: true });
    expect((await page.leave()).local['manyhands:12:grant']).toBeUndefined();
  });

  test('and a token that is too old: it says that this one stays', async () => {
    service.now.isTokenGone = true;
    const { page } = await saysNo(token, 'Never for this project', 'This goes to the profile');
    expect(page.root()?.textContent).toContain('Earlier ones stay.');
  });

  test('and no token: it is about later ones', async () => {
    const { page, said } = await saysNo(passive, 'Never for this project', 'Credited to your profile');
    expect(page.root()?.textContent).toContain('Earlier ones stay.');
    expect(said).toEqual({ project_id: 12, keep_past: true });
  });
});

test('what was removed on our own site is not asked about again: the message leads there', async () => {
  const first = await visit(service.origin, { storage: await credited() });
  await first.shows('Credited');
  first.click('Undo');
  await first.shows('Removed from');
  service.now.isRemoved = true;
  first.click('Put it back');
  await expect.poll(() => first.root()?.textContent).toContain('Restore it there.');
  await first.shows('Removed from');
  expect(first.root()?.textContent).toContain('See it on');
  expect(first.root()?.textContent).not.toContain('Put it back');
});
