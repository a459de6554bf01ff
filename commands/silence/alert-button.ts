import type { APIButtonComponent } from 'discord-api-types/v10';
import type { Address } from '#src/chain/address.ts';
import { meetsRequirement } from '#src/discord/access/rights.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button } from '#src/discord/components/buttons.ts';
import { addressField, idField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';

/** Asks how long to leave out what an alert is about, by the message of the alert and a collection in it. */
export const silenceAlertLink = defineLink(
  'silence-alert',
  { message: idField, collection: addressField },
  'asker',
);

/**
 * Builds the button under the details of an alert that silences it in its channel. Only for members who may do that;
 * none where the details were not opened from an alert.
 */
export async function silenceAlertButton(
  collection: Address,
  context: AnswerContext,
): Promise<readonly APIButtonComponent[]> {
  const { alertMessageId: message, channelId, memberAccess, services } = context;
  if (message === null || !meetsRequirement(context, 'manage-alerts')) return [];
  if ((await memberAccess.accessTo(channelId)) !== 'writes') return [];
  const { silences } = services.view.messages;
  return [button(silences.button, silenceAlertLink.to({ message, collection }), context)];
}
