import type { APIEmbed } from 'discord-api-types/v10';
import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { escapeMarkdownLine, truncate } from '#src/discord/text.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { withAge } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { exactAmount, soldForText } from '#src/discord/views/price.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { activityTitle, eventText, exactActivityLink, headingOf, readActivities } from './activity.ts';

const EXACT_COLOUR = 0x95a5a6;
const NAME_LENGTH = 100;
/** Below Discord's limit of 256 characters for titles. */
const TITLE_LENGTH = 240;
/** Below Discord's limit of 4,096 characters for descriptions; the rest is for the age of an old answer. */
const ROOM = 3_900;

const isPresent = (part: string | null): part is string => part !== null;
const code = (address: Address | null): string | null =>
  address === null || address === ZERO_ADDRESS ? null : `\`${address}\``;

function priceText(activity: Activity, context: ViewContext): string | null {
  const { price, currency } = activity;
  return price === null || currency !== null
    ? soldForText(activity, context)
    : `\`${exactAmount(price, context)}\``;
}

function entry(activity: Activity, context: ViewContext): string {
  const { from, to, txHash, timestamp } = activity;
  const what = escapeMarkdownLine(activityTitle(activity, context), NAME_LENGTH);
  const lines: readonly (readonly (string | null)[])[] = [
    [`**${eventText(activity, context)}**`, what, priceText(activity, context)],
    [[code(from), code(to)].filter(isPresent).join(' → ') || null],
    [momentText(timestamp, 'f'), txHash === null ? null : `\`${txHash}\``],
  ];
  return lines
    .map((parts) => parts.filter(isPresent).join(' · '))
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * Builds a list of events for copying: amounts with every digit, wallets and transactions in full.
 * @param title of the list, escaped
 */
function exactActivityEmbed(title: string, activities: readonly Activity[], context: ViewContext): APIEmbed {
  const { activity: words, amounts, lists } = context.messages;
  const kept: string[] = [];
  let room = ROOM;
  for (const activity of activities) {
    const text = entry(activity, context);
    room -= text.length + 2;
    if (room < 0) break;
    kept.push(text);
  }
  const more = activities.length - kept.length;
  const texts = [...kept, ...(more === 0 ? [] : [lists.others(more)])];
  return {
    color: EXACT_COLOUR,
    title: amounts.exactlyTitle(truncate(title, TITLE_LENGTH)),
    description: texts.length === 0 ? words.nothingHappened : texts.join('\n\n'),
    footer: { text: context.marketplaceName },
  };
}

/** A page of activity with every digit of its amounts, and addresses in full. */
export const exactActivityScreen = defineComponent(exactActivityLink, {
  load: readActivities,
  render(dated, values, { services }) {
    const { title } = headingOf(values, services);
    const embed = exactActivityEmbed(title, dated.value.items, services.view);
    return { embeds: [withAge(embed, dated, services.view)] };
  },
});
