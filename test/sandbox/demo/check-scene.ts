import type { APIEmbed } from 'discord-api-types/v10';
import { afterEach, beforeEach } from 'vitest';
import { createLedgerCheck, type LedgerCheck } from '../../../sandbox/demo/ledger-check.ts';
import { PAGE_TEMPLATES } from '../../../sandbox/demo/page-links.ts';
import { createScenario, type Scenario } from '../../../sandbox/demo/scenario.ts';
import { DEMO_SERVERS } from '../../../sandbox/demo/server-plans.ts';
import { type LocalDiscord, startLocalDiscord } from '../../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';

export const MINUTE_MS = 60_000;
export const FOOTER = { text: 'Embedded Market · alert k3x9f2ab' };

/** A market and a Discord of the test's own time, in which the test posts as the bot does. */
export interface CheckScene {
  readonly marketplace: EmbeddedMarketplace;
  readonly discord: LocalDiscord;
  readonly scenario: Scenario;
  readonly check: LedgerCheck;
  /** The same for a bot that is stopped again and again. */
  readonly checkOfInterrupted: LedgerCheck;
  /** Epoch ms. */
  now(): number;
  advance(ms: number): void;
  /** The id of the channel of this name. */
  channel(name: string): string;
  /** Sends a message or an edit as the bot. Resolves to the id of the message. */
  ask(
    method: 'POST' | 'PATCH',
    path: string,
    embeds: readonly APIEmbed[],
    components?: readonly object[],
  ): Promise<string>;
  /** Posts into the channel of this name. */
  post(name: string, ...embeds: readonly APIEmbed[]): Promise<string>;
}

async function openScene(): Promise<CheckScene & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  let nowMs = 1_800_000_000_000;
  const now = (): number => nowMs;
  const marketplace = stack.use(await startMarketplace({ salesPerMinute: 0, now }));
  const discord = stack.use(await startLocalDiscord({ rateLimits: false, now }));
  const scenario = createScenario(discord, marketplace, DEMO_SERVERS);
  const check = createLedgerCheck(discord, marketplace, scenario, now);
  const checkOfInterrupted = createLedgerCheck(discord, marketplace, scenario, now, { interrupted: true });
  nowMs += 1_000;
  check.begin();
  checkOfInterrupted.begin();

  const channel = (name: string): string => scenario.channels.find((one) => one.name === name)?.id ?? '';
  const ask: CheckScene['ask'] = async (method, path, embeds, components = []) => {
    const headers = { authorization: `Bot ${scenario.token}`, 'content-type': 'application/json' };
    const request = { method, headers, body: JSON.stringify({ embeds, components }) };
    const response = await fetch(`${discord.apiUrl}/v10/channels/${path}`, request);
    const { id } = Object(await response.json());
    return String(id);
  };
  const owned = stack.move();
  return {
    marketplace,
    discord,
    scenario,
    check,
    checkOfInterrupted,
    now,
    advance(ms) {
      nowMs += ms;
    },
    channel,
    ask,
    post: (name, ...embeds) => ask('POST', `${channel(name)}/messages`, embeds),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Opens a scene before each test, which the returned object stands for, and closes it after. */
export function useCheckScene(): CheckScene {
  let current: (CheckScene & AsyncDisposable) | undefined;
  beforeEach(async () => {
    current = await openScene();
  });
  afterEach(() => current?.[Symbol.asyncDispose]());
  const scene = (): CheckScene => {
    if (current === undefined) throw new Error('A scene is open only during a test.');
    return current;
  };
  return {
    get marketplace() {
      return scene().marketplace;
    },
    get discord() {
      return scene().discord;
    },
    get scenario() {
      return scene().scenario;
    },
    get check() {
      return scene().check;
    },
    get checkOfInterrupted() {
      return scene().checkOfInterrupted;
    },
    now: () => scene().now(),
    advance: (ms) => scene().advance(ms),
    channel: (name) => scene().channel(name),
    ask: (...request) => scene().ask(...request),
    post: (name, ...embeds) => scene().post(name, ...embeds),
  };
}

/** A template of the demo's pages, filled in. */
export const page = (
  template: string,
  { collection, tokenId, txHash, auctionId, buyer }: LedgerRecord,
): string =>
  template
    .replace('{collection}', collection)
    .replace('{tokenId}', tokenId)
    .replace('{txHash}', txHash ?? '')
    .replace('{auctionId}', auctionId?.split('-').at(-1) ?? '')
    .replace('{address}', buyer ?? '');

export const first = ([record]: readonly LedgerRecord[]): LedgerRecord => {
  if (record === undefined) throw new Error('Nothing happened.');
  return record;
};

/** As the bot posts it: identified by its links and its time, in any wording of its title. */
export const alert = (record: LedgerRecord, title: string, more: APIEmbed = {}): APIEmbed => ({
  timestamp: new Date(record.timestamp * 1_000).toISOString(),
  title,
  url: page(record.auctionId === null ? PAGE_TEMPLATES.item : PAGE_TEMPLATES.auction, record),
  footer: FOOTER,
  ...more,
});
