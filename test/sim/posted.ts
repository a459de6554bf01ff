import type { APIMessage } from 'discord-api-types/v10';
import { readCustomId } from '#src/discord/components/custom-id.ts';
import { tokenLink } from '#src/discord/components/targets.ts';
import { readMessage } from '../../sandbox/demo/message-reader.ts';
import { linkedItems, linkedTransaction } from '../../sandbox/demo/page-links.ts';
import {
  BOT_ID,
  type SimulatedChannel,
  type SimulatedEmbed,
  type SimulatedMessage,
} from './world/discord/state.ts';
import type { MarketEvent } from './world/market.ts';

/** A message as it is now. */
export interface ShownMessage {
  readonly message: SimulatedMessage;
  /** Whether it is a summary of many events, or all of it is plain text. */
  readonly isSummary: boolean;
  /** In their order; empty for a summary. */
  readonly embeds: readonly { readonly numbers: readonly number[]; readonly text: SimulatedEmbed }[];
}

/** What the messages of a channel say, in their order. */
export interface PostedInChannel {
  /** Numbers of events, with the message that names each, also those that are named again. */
  readonly named: readonly {
    readonly number: number;
    readonly at: number;
    readonly position: number;
    readonly isDeleted: boolean;
  }[];
  /** Messages about one event that no moderator touched, with what they say now. */
  readonly alone: readonly { readonly number: number; readonly text: string }[];
  /** Messages about events, with those that each of their embeds is about. */
  readonly shown: readonly ShownMessage[];
  /** Alerts that summaries count without a name. */
  readonly counted: number;
  /** Those of them in summaries that a moderator deleted. */
  readonly countedInDeleted: number;
}

const textOf = ({ content, embeds }: SimulatedMessage): string =>
  [content, ...embeds.flatMap(({ title = '', description = '' }) => [title, description])].join('\n');

interface Component {
  readonly custom_id?: string;
  readonly options?: readonly { readonly value: string }[];
}

/**
 * The tokens that a message leads to, as `collection/tokenId`. Where Discord left out its embeds and takes no edit
 * either, the message has nothing else.
 */
function itemsInComponents({ components }: SimulatedMessage): readonly string[] {
  const rows = components as readonly { readonly components?: readonly Component[] }[];
  const ids = rows
    .flatMap((row) => row.components ?? [])
    .flatMap(({ custom_id, options = [] }) => [
      ...(custom_id ?? '').split(' '),
      ...options.map(({ value }) => value),
    ]);
  const items = ids.flatMap((id) => {
    const destination = readCustomId(id)?.destination;
    const token = destination?.id === tokenLink.id ? tokenLink.read(destination.texts) : null;
    return token === null ? [] : [`${token.collection}/${token.tokenId}`];
  });
  return [...new Set(items)];
}

/** How many alerts a summary has, by the button that leads to all of them; 0 without one. */
function countInButton({ components }: SimulatedMessage): number {
  const rows = components as readonly { readonly components?: readonly { readonly label?: string }[] }[];
  const labels = rows.flatMap((row) => row.components ?? []).map(({ label = '' }) => label);
  return labels.reduce((sum, label) => sum + Number(/^All (\d+)$/.exec(label)?.[1] ?? 0), 0);
}

/** The first line of a summary without embeds, which has no links; it may say how long it took. */
const SUMMARY_AS_TEXT = /^(\d+) alerts(?: in .+)?\n/;
/** Names a token there. */
const TOKEN = / #(\d+)\b/g;

/** Finds the events that messages are about, by the pages that they link to. */
export function createPostedReader(
  events: readonly MarketEvent[],
): (channel: SimulatedChannel) => PostedInChannel {
  const byItem = new Map(events.map((event) => [`${event.collection}/${event.tokenId}`, event.number]));
  /** Tokens of different events have different numbers, whatever their collections. */
  const byToken = new Map(events.map(({ tokenId, number }) => [tokenId, number]));
  const byTransaction = Map.groupBy(
    events.filter(({ kind, bundle }) => kind !== 'listing' || bundle !== undefined),
    ({ txHash, kind }) => `${kind} ${txHash}`,
  );
  const ofTransaction = (txHash: string | null): readonly number[] =>
    (['sale', 'listing', 'transfer', 'burn'] as const).flatMap((kind) =>
      (byTransaction.get(`${kind} ${txHash}`) ?? []).map(({ number }) => number),
    );

  function read(message: SimulatedMessage): {
    readonly numbers: readonly number[];
    readonly counted: number;
  } {
    if (message.embeds.length === 0) {
      const total = SUMMARY_AS_TEXT.exec(message.content)?.[1];
      if (total !== undefined) {
        const numbers = [...message.content.matchAll(TOKEN)].flatMap(
          ([, tokenId = '']) => byToken.get(tokenId) ?? [],
        );
        return { numbers, counted: Math.max(0, Number(total) - numbers.length) };
      }
      if (message.content === '')
        return {
          numbers: itemsInComponents(message).flatMap((item) => byItem.get(item) ?? []),
          counted: countInButton(message),
        };
      // The line of a sweep leads to its transaction alone.
      const numbers = message.content.split('\n').flatMap((line) => {
        const items = linkedItems(line).flatMap((item) => byItem.get(item) ?? []);
        return items.length === 0 ? ofTransaction(linkedTransaction(line)) : items;
      });
      // The words of a template above embeds that were left out.
      const named =
        numbers.length > 0 ? numbers : itemsInComponents(message).flatMap((item) => byItem.get(item) ?? []);
      return { numbers: named, counted: 0 };
    }
    const { posted, counted } = readMessage(message as unknown as APIMessage);
    const numbers = posted.flatMap((one) => {
      if (one.type !== 'feed') return [];
      // Its title has no number with a template.
      if (one.units !== null || one.items.length === 0) return ofTransaction(one.txHash);
      return one.items.flatMap((item) => byItem.get(item) ?? []);
    });
    return {
      numbers,
      counted: counted.reduce((sum, { kind, count }) => sum + (kind.startsWith('auction') ? 0 : count), 0),
    };
  }

  return (channel) => {
    const own = channel.messages.filter(({ authorId }) => authorId === BOT_ID);
    const countIn = (some: readonly { readonly counted: number }[]) =>
      some.reduce((sum, { counted }) => sum + counted, 0);
    const messages = own.map((message) => ({
      message,
      ...read(message),
      // Only those of summaries lead nowhere; a message without embeds shows no price.
      isSummary: message.embeds.length !== 1 || message.embeds[0]?.url === undefined,
    }));
    return {
      named: messages.flatMap(({ message, numbers }, position) =>
        numbers.map((number) => ({
          ...{ number, at: message.at, position },
          isDeleted: message.deletedAt !== null,
        })),
      ),
      alone: messages.flatMap(({ message, numbers, isSummary }) => {
        const [number, ...others] = numbers;
        const isTouched = message.isSuppressed || message.isEditRefused || message.deletedAt !== null;
        return number === undefined || others.length > 0 || isSummary || isTouched
          ? []
          : [{ number, text: textOf(message) }];
      }),
      shown: messages.flatMap(({ message, numbers, isSummary }) => {
        if (numbers.length === 0) return [];
        const isCard = message.embeds.length > 0 && message.embeds.every(({ url }) => url !== undefined);
        const embeds = isCard
          ? message.embeds
              .filter(({ title }) => title !== undefined)
              .map((embed) => ({ text: embed, numbers: read({ ...message, embeds: [embed] }).numbers }))
          : [];
        return [{ message, isSummary: isSummary && !isCard, embeds }];
      }),
      counted: countIn(messages),
      countedInDeleted: countIn(messages.filter(({ message }) => message.deletedAt !== null)),
    };
  };
}
