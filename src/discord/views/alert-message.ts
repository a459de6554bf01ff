import type { APIEmbed, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { Alert } from '../../domain/alert.ts';
import { type Post, referenceFor } from '../../domain/delivery.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { itemName, priceText, saleEmbed } from './sale.ts';
import { sweepEmbed, sweepTotal, sweptWhat } from './sweep.ts';

/** Discord: characters over all embeds of one message. */
const MESSAGE_ROOM = 6_000;

function embedOf(alert: Alert, channelId: string, context: ViewContext): APIEmbed {
  const reference = referenceFor(channelId, alert);
  return alert.type === 'sale' ? saleEmbed(alert, reference, context) : sweepEmbed(alert, reference, context);
}

/** The embed with its picture small, for a message that tells several things. */
function withSmallPicture({ image, ...embed }: APIEmbed): APIEmbed {
  return image === undefined ? embed : { ...embed, thumbnail: image };
}

/** What Discord counts of an embed towards the limit of a message. */
function lengthOf(embed: APIEmbed): number {
  const fields = (embed.fields ?? []).reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  const texts = [embed.title, embed.description, embed.footer?.text, embed.author?.name];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), fields);
}

/** How many alerts, from the first, one message can hold. At least 1: one alert always fits. */
export function messageCapacity(channelId: string, alerts: readonly Alert[], context: ViewContext): number {
  let room = MESSAGE_ROOM;
  let count = 0;
  for (const alert of alerts) {
    room -= lengthOf(embedOf(alert, channelId, context));
    if (room < 0) break;
    count += 1;
  }
  return Math.max(1, count);
}

/** An alert in plain words: what is sent when Discord refuses its embed. */
function plainText(alert: Alert, channelId: string, context: ViewContext): string {
  const reference = `alert ${referenceFor(channelId, alert)}`;
  const link = alert.txHash === null ? null : context.links.transaction(alert.txHash);
  const total = alert.type === 'sweep' ? sweepTotal(alert) : alert.item.price;
  const what =
    alert.type === 'sweep'
      ? `Sweep: ${alert.items.length} × ${escapedLine(sweptWhat(alert, context), 200)}`
      : `Sale: ${escapedLine(itemName(alert.item, context), 200)}`;
  return [`${what}, ${priceText(total, context)}`, ...(link === null ? [] : [`<${link}>`]), reference].join(
    ' · ',
  );
}

/** The body of the request that posts this message; the same post always makes the same body. */
export function alertMessage(post: Post, context: ViewContext): RESTPostAPIChannelMessageJSONBody {
  const common = { nonce: post.nonce, enforce_nonce: true, allowed_mentions: { parse: [] } };
  if (post.form === 'plain') {
    return {
      ...common,
      content: post.alerts.map((alert) => plainText(alert, post.channelId, context)).join('\n'),
    };
  }
  const embeds = post.alerts.map((alert) => embedOf(alert, post.channelId, context));
  return { ...common, embeds: embeds.length === 1 ? embeds : embeds.map(withSmallPicture) };
}
