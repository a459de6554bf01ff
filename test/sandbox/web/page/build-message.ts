import { type APIMessage, type APIUser, MessageType } from 'discord-api-types/v10';
import type { ShownMessage } from '../../../../sandbox/web/contract.ts';

const BOT: APIUser = {
  id: '1',
  username: 'Gavel',
  discriminator: '0',
  global_name: null,
  avatar: null,
  bot: true,
};

const START = Date.UTC(2026, 10, 21, 12);

/** A message of the bot; `atMs` counts from noon of one day. */
export function shownMessage(
  id: string,
  change: Partial<APIMessage> & { readonly atMs?: number; readonly ephemeral?: boolean } = {},
): ShownMessage {
  const { atMs = 0, ephemeral = false, ...fields } = change;
  return {
    ephemeral,
    pinged: false,
    message: {
      id,
      channel_id: '2',
      type: MessageType.Default,
      content: `message ${id}`,
      author: BOT,
      attachments: [],
      embeds: [],
      mentions: [],
      mention_roles: [],
      mention_everyone: false,
      pinned: false,
      tts: false,
      timestamp: new Date(START + atMs).toISOString(),
      edited_timestamp: null,
      ...fields,
    },
  };
}
