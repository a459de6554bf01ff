import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Cluster, ClusterNode } from '../../sandbox/web/contract.ts';
import { type PageWorld, startPageWorld } from '../sandbox/web/page-world.ts';
import { axeFindings } from './axe.ts';
import { type Appearance, describeInBrowser } from './in-browser.ts';
import { parts, ready } from './page.ts';

const node = (name: string, given: Partial<ClusterNode>): ClusterNode => ({
  name,
  state: 'running',
  cutOffFrom: [],
  roles: [],
  shards: [],
  ...given,
});

const THREE: readonly ClusterNode[] = [
  node('bot 1', { roles: ['poller', 'housekeeper'], shards: [0, 3] }),
  node('bot 2', { roles: ['sender'], shards: [1] }),
  node('bot 3', { state: 'frozen', shards: [2, 5], cutOffFrom: ['discord'] }),
];

const LOOKS: readonly (readonly [string, Appearance])[] = [
  ['wide and dark', { scheme: 'dark' }],
  ['wide and light', { scheme: 'light' }],
  ['a phone, dark', { scheme: 'dark', width: 390, height: 844 }],
  ['a phone, light', { scheme: 'light', width: 390, height: 844 }],
];

describeInBrowser('the panel of several bots', ({ open }) => {
  let world: PageWorld;
  let cluster: Cluster;
  const asked: string[] = [];
  beforeAll(async () => {
    world = await startPageWorld({
      cluster: () => cluster,
      act: (name, deed) => void asked.push(`${deed} ${name}`),
      cut: (name, link, isCut) => void asked.push(`${isCut ? 'cut' : 'join'} ${name} ${link}`),
      restartPostgres: () => void asked.push('restart PostgreSQL'),
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(() => {
    cluster = { nodes: THREE, unheld: ['shard:4/6'], isDatabaseUp: true };
    asked.length = 0;
  });

  it('shows who polls, sends, keeps house and holds which shard, and what nobody does', async () => {
    const page = await open(world.page.url);
    await ready(page);
    const { panel } = parts(page);
    const texts = await panel.getByRole('listitem').allInnerTexts();

    expect(texts.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/bot 1.*running.*polls · keeps house · shards 0, 3/),
      expect.stringMatching(/bot 2.*running.*sends · shard 1/),
      expect.stringMatching(/bot 3.*frozen.*shards 2, 5/),
    ]);
    expect(await panel.getByText('Nobody holds: shard:4/6').isVisible()).toBe(true);
    expect(await panel.getByRole('button', { name: 'Kill the bot' }).count()).toBe(0);
  });

  it('kills, freezes, thaws and cuts off one of them, and restarts PostgreSQL', async () => {
    const page = await open(world.page.url);
    await ready(page);
    const { panel } = parts(page);
    await panel.getByRole('button', { name: 'Kill bot 1' }).click();
    await panel.getByRole('button', { name: 'Freeze bot 2' }).click();
    await panel.getByRole('button', { name: 'Thaw bot 3' }).click();
    await panel.getByRole('switch', { name: 'Cut bot 1 off from PostgreSQL' }).click();
    await panel.getByRole('switch', { name: 'Cut bot 3 off from Discord', checked: true }).click();
    await panel.getByRole('button', { name: 'Restart PostgreSQL' }).click();

    await expect
      .poll(() => asked.toSorted())
      .toEqual(
        [
          'kill bot 1',
          'freeze bot 2',
          'thaw bot 3',
          'cut bot 1 postgres',
          'join bot 3 discord',
          'restart PostgreSQL',
        ].toSorted(),
      );
  });

  it('shows a takeover as it happens, and offers nothing for a bot that is down', async () => {
    const page = await open(world.page.url);
    await ready(page);
    const { panel } = parts(page);
    cluster = {
      nodes: [node('bot 1', { state: 'down' }), node('bot 2', { roles: ['sender', 'poller'] })],
      unheld: [],
      isDatabaseUp: false,
    };

    await panel.getByText('sends · polls').waitFor();
    expect(await panel.getByRole('button', { name: 'Kill bot 1' }).isDisabled()).toBe(true);
    expect(await panel.getByRole('button', { name: 'Freeze bot 2' }).isDisabled()).toBe(false);
    expect(await panel.getByText('PostgreSQL does not answer.').isVisible()).toBe(true);
  });

  it.each(LOOKS)('is accessible, and no wider than the page: %s', async (_, look) => {
    const page = await open(world.page.url, { ...look, reducedMotion: true });
    await ready(page);
    const { panel } = parts(page);
    if (look.width !== undefined) await page.getByRole('button', { name: 'Control panel' }).click();
    await panel.getByText('polls · keeps house').waitFor();

    expect(await axeFindings(page)).toEqual([]);
    const overflow = await panel.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
  });
});
