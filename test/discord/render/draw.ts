import type { APIEmbed } from 'discord-api-types/v10';
import type { MarketAlert } from '#src/alerts/alert.ts';
import type { MessageSize } from '#src/alerts/settings.ts';
import { describeMarket } from '#src/discord/render/describe.ts';
import { card } from '#src/discord/render/layouts/card.ts';
import type { ViewContext } from '#src/discord/views/context.ts';

/** The embeds of an alert that has a message for itself. */
export function cardOf(
  alert: MarketAlert,
  look: Exclude<MessageSize, 'compact'>,
  view: ViewContext,
): readonly [APIEmbed, ...APIEmbed[]] {
  const description = describeMarket(alert, view);
  return card({ reference: 'abcd1234', mark: 'alert abcd1234', key: alert.key, description }, look, view);
}
