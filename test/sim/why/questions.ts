import { pino } from 'pino';
import type { Bot } from '../bot.ts';
import type { HistoryLog } from '../log.ts';
import type { Machine } from '../machine.ts';
import { runAs } from '../virtual-time/owners.ts';
import { channelIdOf } from '../world/discord/state.ts';
import type { World } from '../world/world.ts';
import type { WhyLook } from './answers.ts';
import { readScreen } from './read-screen.ts';

/** Events that are asked about during a history; at its end all are. */
const NEWEST = 40;

/** Asks why, by the command and by the functions behind it. */
export async function openQuestions(deps: {
  readonly machine: Machine;
  readonly bot: Pick<Bot, 'openWhy'>;
  readonly world: World;
  readonly log: HistoryLog;
}): Promise<{
  ask(question: { readonly channel: number; readonly back: number }): Promise<void>;
  askAboutAll(): Promise<void>;
  readonly looks: readonly WhyLook[];
}> {
  const { machine, bot, world, log } = deps;
  const { scheduler } = machine.time;
  const { now } = scheduler;
  const asker = machine.startProcess({ name: 'asker', aheadMs: 0 });
  const askWhy = await runAs(asker, () => bot.openWhy(pino({ level: 'silent' })));
  const { market, rules, admin } = world;
  const looks: WhyLook[] = [];

  async function look(newest: number): Promise<void> {
    const events = market.events.slice(-newest);
    const channelIds = [...new Set(rules.rules.map(({ channelId }) => channelId))];
    // Otherwise the store takes the time since its last query for one that it held everything up.
    await scheduler.settle();
    const said = await runAs(asker, () => askWhy(events, channelIds));
    const asked = events.map(({ number }) => number);
    looks.push({ from: now(), to: now(), asked, channelIds, ...said });
  }

  function askByCommand(channelId: string, back: number): void {
    const event = market.events.at(-1 - back);
    if (event === undefined || rules.rules.every((rule) => rule.channelId !== channelId)) return;
    const { number, collection, tokenId } = event;
    const from = now();
    const options = [
      { name: 'what', value: `http://market.simulated/item/${collection}/${tokenId}`, type: 'text' },
      { name: 'channel', value: channelId, type: 'channel' },
    ] as const;
    admin.run({ command: 'why', subcommand: null, options }, ({ text }) => {
      log.add(`why: ${text.replaceAll('\n', ' | ').slice(0, 400)}`);
      const answers = readScreen(text, { number, channelId });
      if (answers === null) return;
      const known = new Set([number]);
      looks.push({ from, to: now(), asked: [number], channelIds: [channelId], known, answers });
    });
  }

  return {
    looks,
    async ask({ channel, back }) {
      await look(NEWEST);
      askByCommand(channelIdOf(channel), back);
    },
    askAboutAll: () => look(market.events.length),
  };
}
