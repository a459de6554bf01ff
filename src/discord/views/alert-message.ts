import type { APIEmbed, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { Alert } from '../../domain/alert.ts';
import { type Post, referenceFor } from '../../domain/delivery.ts';
import type { ViewContext } from './context.ts';
import { plainAlert } from './plain-alert.ts';
import { saleEmbed } from './sale.ts';
import { sweepEmbed } from './sweep.ts';

/** Discord: embeds of one message. */
const EMBEDS_A_MESSAGE = 10;
/** Discord: characters over all embeds of one message. */
const EMBED_ROOM = 6_000;
/** Discord: characters of a message's text. */
const TEXT_ROOM = 2_000;

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
  let room = EMBED_ROOM;
  let count = 0;
  for (const alert of alerts.slice(0, EMBEDS_A_MESSAGE)) {
    room -= lengthOf(embedOf(alert, channelId, context));
    if (room < 0) break;
    count += 1;
  }
  return Math.max(1, count);
}

/** The body of the request that posts this message; the same post always makes the same body. */
export function alertMessage(post: Post, context: ViewContext): RESTPostAPIChannelMessageJSONBody {
  const common = { nonce: post.nonce, enforce_nonce: true, allowed_mentions: { parse: [] } };
  if (post.form === 'plain') {
    const room = Math.floor((TEXT_ROOM + 1) / post.alerts.length) - 1;
    const lines = post.alerts.map((alert) =>
      plainAlert(alert, referenceFor(post.channelId, alert), room, context),
    );
    return { ...common, content: lines.join('\n') };
  }
  const embeds = post.alerts.map((alert) => embedOf(alert, post.channelId, context));
  return { ...common, embeds: embeds.length === 1 ? embeds : embeds.map(withSmallPicture) };
}
