import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Rule } from '../../../sandbox/demo/expected-alerts.ts';
import { createLedgerCheck, type LedgerCheck } from '../../../sandbox/demo/ledger-check.ts';
import { PAGE_TEMPLATES } from '../../../sandbox/demo/page-links.ts';
import { createScenario, personTarget, type Scenario } from '../../../sandbox/demo/scenario.ts';
import { type LocalDiscord, startLocalDiscord } from '../../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';

const HALF_A_MINUTE_MS = 30_000;

let stack: AsyncDisposableStack;
let marketplace: EmbeddedMarketplace;
let discord: LocalDiscord;
let scenario: Scenario;
let check: LedgerCheck;
let nowMs: number;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  nowMs = 1_800_000_000_000;
  const now = (): number => nowMs;
  marketplace = stack.use(await startMarketplace({ salesPerMinute: 0, startPaused: true, now }));
  discord = stack.use(await startLocalDiscord({ rateLimits: false, now }));
  scenario = createScenario(discord, marketplace);
  check = createLedgerCheck(discord, marketplace, scenario, now);
});
afterEach(() => stack.disposeAsync());

function channel(name: string): string {
  return scenario.channels.find((candidate) => candidate.name === name)?.id ?? '';
}

/** A sale, a second after the one before, in the collection that most channels follow. */
function sell(): LedgerRecord {
  nowMs += 1_000;
  const [sale] = marketplace.cause.sale({ collection: marketplace.collections()[0]?.address });
  if (sale === undefined) throw new Error('Nothing was sold.');
  return sale;
}

/** An alert as the demo's bot would post it: with links to the item and the transaction. */
async function post(channelId: string, sale: LedgerRecord): Promise<void> {
  const link = (template: string): string =>
    template
      .replace('{collection}', sale.collection)
      .replace('{tokenId}', sale.tokenId)
      .replace('{txHash}', sale.txHash ?? '');
  const embed = {
    url: link(PAGE_TEMPLATES.item),
    title: `${sale.tokenName} sold for 1 S`,
    footer: { text: 'Embedded Market · alert k3x9f2ab' },
    description: `[Transaction](${link(PAGE_TEMPLATES.transaction)})`,
  };
  const response = await fetch(`${discord.apiUrl}/v10/channels/${channelId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${scenario.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ embeds: [embed] }),
  });
  expect(response.status).toBe(200);
}

async function tellEverywhere(sale: LedgerRecord): Promise<void> {
  for (const { channelId } of scenario.ruleSetups) await post(channelId, sale);
}

/** A user changes a channel's rules, and the change is read a second later. */
function change(channelId: string, rules: readonly Rule[], delaysAlerts = false): void {
  check.rules.changeStarted([channelId]);
  nowMs += 1_000;
  check.rules.changeRead([channelId], new Map([[channelId, { rules, delaysAlerts }]]));
}

/** The bot polls the feed; with the next poll, everything read before is matched. */
const poll = (): Promise<Response> => fetch(`${marketplace.url}/api/activities`);
async function readAll(): Promise<void> {
  await poll();
  nowMs += MATCHED_MS;
  await poll();
}
const EVERY_SALE: Rule = { kinds: ['sale'], collections: null, filter: {} };
const MATCHED_MS = 10_000;

describe('the ledger check of the demo', () => {
  it('expect each sale once in every channel that follows', async () => {
    const sale = sell();
    expect(check.result()).toMatchObject({
      salesListed: 1,
      alertsDue: 3,
      alertsPosted: 0,
      lost: 3,
      twice: 0,
    });

    nowMs += 2_000;
    await tellEverywhere(sale);

    expect(check.result()).toMatchObject({ alertsDue: 3, alertsPosted: 3, lost: 0, twice: 0 });
    expect(check.tally()).toMatchObject({ lost: 0, lagMs: 2_000 });
  });

  it('count repeated posts, also in channels without rules', async () => {
    const sale = sell();
    await tellEverywhere(sale);
    await post(channel('Night Market #sales'), sale);
    await post(channel('Auction House #general'), sale);
    expect(check.tally().twice).toBe(1);

    await post(channel('Auction House #general'), sale);
    expect(check.tally().twice).toBe(2);
  });

  it('count alerts as lost in the tally once later ones overtook them half a minute ago', async () => {
    sell();
    await tellEverywhere(sell());
    expect(check.tally()).toMatchObject({ alertsDue: 6, alertsPosted: 3, lost: 0 });

    nowMs += HALF_A_MINUTE_MS;
    expect(check.tally().lost).toBe(3);
  });

  it('do not count late alerts as lost', () => {
    sell();
    nowMs += 10 * HALF_A_MINUTE_MS;

    expect(check.tally()).toMatchObject({ alertsDue: 3, alertsPosted: 0, lost: 0, lagMs: null });
    expect(check.result().lost).toBe(3);
  });
});

describe('a rule change', () => {
  it('changes what is expected from its time on', async () => {
    const general = channel('Auction House #general');
    await tellEverywhere(sell());
    await readAll();
    change(general, [EVERY_SALE]);
    const sales = [sell(), sell(), sell()];
    for (const sale of sales) await tellEverywhere(sale);
    for (const sale of [sales[0], sales[2]]) if (sale !== undefined) await post(general, sale);
    expect(check.result()).toMatchObject({ alertsDue: 3 * 4 + 3, alertsPosted: 3 * 4 + 2, lost: 1 });
    expect(check.result().missing).toEqual([expect.stringMatching(/^Auction House #general: sale of /)]);

    await readAll();
    change(general, []);
    await tellEverywhere(sell());
    expect(check.result()).toMatchObject({ alertsDue: 3 * 5 + 3, lost: 1, undecided: 0 });
  });

  it('leaves concurrent alerts undecided, unless they are posted', async () => {
    const night = channel('Night Market #sales');
    await tellEverywhere(sell());
    const onItsWay = sell();
    await poll();
    change(night, []);
    for (const { channelId } of scenario.ruleSetups) if (channelId !== night) await post(channelId, onItsWay);
    expect(check.result()).toMatchObject({ lost: 0, undecided: 1 });

    await post(night, onItsWay);
    expect(check.result()).toMatchObject({ lost: 0, twice: 0, undecided: 0 });
  });

  it('finds a loss before a pause, and expects nothing during it', async () => {
    const night = channel('Night Market #sales');
    const lost = sell();
    for (const { channelId } of scenario.ruleSetups) if (channelId !== night) await post(channelId, lost);
    await readAll();
    await tellEverywhere(sell());
    await readAll();
    change(night, []);
    const paused = sell();
    for (const { channelId } of scenario.ruleSetups) if (channelId !== night) await post(channelId, paused);
    await readAll();
    change(night, [EVERY_SALE]);
    await tellEverywhere(sell());

    expect(check.result()).toMatchObject({ lost: 1, twice: 0, undecided: 0 });
    expect(check.result().missing).toEqual([expect.stringContaining(lost.txHash ?? '-')]);
  });

  it('has no effect where the rules stay equal', () => {
    const night = channel('Night Market #sales');
    const before = check.rules.periods(night);
    change(night, before[0]?.rules ?? []);
    sell();

    expect(check.rules.periods(night)).toEqual(before);
    expect(check.result().lost).toBe(3);
  });

  it('waits for alerts that quiet hours and limits delay, but not for overtaken ones', async () => {
    const night = channel('Night Market #sales');
    const [rule] = check.rules.periods(night)[0]?.rules ?? [];
    change(night, rule === undefined ? [] : [rule], true);
    const [first, second, third] = [sell(), sell(), sell()];
    for (const sale of [first, second, third])
      for (const { channelId } of scenario.ruleSetups) if (channelId !== night) await post(channelId, sale);
    expect(check.result()).toMatchObject({ lost: 0, undecided: 0 });

    await post(night, second);
    expect(check.result().missing).toEqual([expect.stringContaining(first.txHash ?? '-')]);
  });
});

describe('a channel that is deleted', () => {
  it('keeps its counts, and nothing more is expected there', async () => {
    const sales = channel('Night Market #sales');
    await tellEverywhere(sell());
    sell();
    check.close(sales);
    discord.deleteChannel(sales);
    sell();

    expect(check.result()).toMatchObject({ alertsDue: 3 + 2 * 2, alertsPosted: 3, lost: 4, twice: 0 });
  });
});

describe('what a person watches', () => {
  function member(): { readonly id: string; readonly target: string } {
    const [, { id } = { id: '' }] = scenario.people;
    return { id, target: personTarget(id) };
  }
  const openDirect = (userId: string): string => discord.openDirectMessage(userId, scenario.applicationId).id;

  it('is lost while it is not in their direct messages, and counted there once', async () => {
    const { id, target } = member();
    await readAll();
    change(target, [EVERY_SALE]);
    const sale = sell();
    await tellEverywhere(sale);
    expect(check.result()).toMatchObject({ alertsDue: 4, alertsPosted: 3, lost: 1 });
    expect(check.result().missing).toEqual([expect.stringMatching(/^@ben: sale of /)]);

    await post(openDirect(id), sale);
    expect(check.result()).toMatchObject({ alertsDue: 4, alertsPosted: 4, lost: 0, twice: 0 });
    await post(openDirect(id), sale);
    expect(check.result().twice).toBe(1);
  });

  it('is judged by the token, and by what their wallet did', async () => {
    const { id, target } = member();
    await readAll();
    const sale = sell();
    const [buyer, seller] = [sale.buyer ?? '', sale.seller ?? ''];
    await tellEverywhere(sale);
    const due = (filter: Rule['filter']): number => {
      const again = createLedgerCheck(discord, marketplace, scenario, () => nowMs);
      again.rules.changeRead(
        [target],
        new Map([[target, { rules: [{ ...EVERY_SALE, filter }], delaysAlerts: false }]]),
        0,
      );
      return again.result().alertsDue - 3;
    };

    expect(due({ tokens: [sale.tokenId] })).toBe(1);
    expect(due({ tokens: ['none'] })).toBe(0);
    expect(due({ onlyWallets: [buyer], walletRole: 'buyer' })).toBe(1);
    expect(due({ onlyWallets: [buyer], walletRole: 'seller' })).toBe(0);
    expect(due({ onlyWallets: [seller], walletRole: 'seller' })).toBe(1);
    expect(discord.view(id).directMessages()).toEqual([]);
  });

  it('may wait for a summary after twenty messages of an hour', async () => {
    const { id, target } = member();
    await readAll();
    change(target, [EVERY_SALE]);
    for (let count = 0; count < 20; count += 1) {
      const sale = sell();
      await tellEverywhere(sale);
      await post(openDirect(id), sale);
    }
    await tellEverywhere(sell());

    expect(check.result()).toMatchObject({ lost: 0, twice: 0 });
  });
});
