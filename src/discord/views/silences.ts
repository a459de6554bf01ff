import { isOver, type Silence } from '#src/alerts/silences/silence.ts';
import { isPerson } from '#src/alerts/target.ts';
import { parseAddress } from '#src/chain/address.ts';
import { parseTokenId } from '#src/chain/token-id.ts';
import { escapeMarkdownLine } from '../text.ts';
import { collectionTitle } from './collection-heading.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';
import { itemName, walletText } from './naming.ts';
import { alertNameAmong, type Named } from './rule-words.ts';

const NAME_LENGTH = 120;

/** Returns the name of what is silenced, regardless of the channel; in markdown. */
function targetName(
  { guildId, scope, target }: Pick<Silence, 'guildId' | 'scope' | 'target'>,
  rules: readonly Named[],
  view: ViewContext,
): string {
  const { silences: words } = view.messages;
  switch (scope) {
    case 'server':
      return isPerson(guildId) ? words.everyWatch : words.everything;
    case 'channel':
      return `<#${target}>`;
    case 'rule':
      return isPerson(guildId) ? words.watchRule(`#${target}`) : words.rule(alertNameAmong(rules, target));
    case 'collection': {
      const collection = parseAddress(target);
      return collection === null ? target : collectionTitle(collection, view);
    }
    case 'wallet': {
      const wallet = parseAddress(target);
      return wallet === null ? target : walletText(wallet, view);
    }
    case 'token': {
      const [address = '', number = ''] = target.split('-');
      const [collection, tokenId] = [parseAddress(address), parseTokenId(number)];
      if (collection === null || tokenId === null) return target;
      const item = { collection, tokenId, tokenName: null, collectionName: null };
      return escapeMarkdownLine(itemName(item, view), NAME_LENGTH);
    }
    default:
      return scope satisfies never;
  }
}

/**
 * Returns the name of what is silenced: `Lantern Foxes in #sales`.
 * @param rules of its server or person, by whose names an alert is called
 */
export function silencedName(
  silence: Pick<Silence, 'guildId' | 'scope' | 'target' | 'channelId'>,
  rules: readonly Named[],
  view: ViewContext,
): string {
  const name = targetName(silence, rules, view);
  const { scope, channelId } = silence;
  if (channelId === null || scope === 'channel') return name;
  return view.messages.silences.inChannel(name, `<#${channelId}>`);
}

/** Returns the end of a silence as a timestamp of Discord. */
export const silenceEnd = ({ endsAt }: Pick<Silence, 'endsAt'>): string =>
  momentText(endsAt / 1_000, 'f') ?? '';

/**
 * Describes a silence on one line.
 * @param rules of its server or person
 * @param at Discord's time, epoch ms
 */
export function silenceLine(
  silence: Silence,
  rules: readonly Named[],
  at: number,
  view: ViewContext,
): string {
  const { silences: words } = view.messages;
  const name = silencedName(silence, rules, view);
  const end = silenceEnd(silence);
  const line = isOver(silence, at) ? words.over(name, end) : words.active(name, end);
  const { dropped, isSummarised, summarisedAt } = silence;
  return [
    line,
    words.leftOut(dropped),
    ...(isSummarised ? [summarisedAt === null ? words.summaryAtEnd : words.summedUp] : []),
  ].join(' · ');
}

/**
 * Returns how many silences are active and how many alerts they have left out; empty without any.
 * @param at Discord's time, epoch ms
 */
export function activeSilencesText(silences: readonly Silence[], at: number, view: ViewContext): string {
  const active = silences.filter((one) => !isOver(one, at));
  if (active.length === 0) return '';
  const dropped = active.reduce((sum, one) => sum + one.dropped, 0);
  return view.messages.silences.nowActive(active.length, dropped);
}
