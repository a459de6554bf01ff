import type { RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import { hasDeliveryMark } from '#src/discord/posting/delivery-mark.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { numberedComponents } from '../../sandbox/discord/wire/components.ts';

type Body = Pick<RESTPostAPIChannelMessageJSONBody, 'content' | 'embeds' | 'components'>;

/** Whether read-back finds the message, as Discord returns it, by this alert. */
export function isFound(body: Body, channelId: string, alert: { readonly key: string } | undefined): boolean {
  const { content, embeds = [], components = [] } = body;
  const message = {
    content: content ?? '',
    embeds,
    components: numberedComponents(components, [], () => '1'),
  };
  return alert !== undefined && hasDeliveryMark(message, referenceFor(channelId, alert));
}
