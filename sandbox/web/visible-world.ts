import type { LocalDiscord, PersonView, StoredMessage } from '../discord/local-discord.ts';
import type { PageEvent, ShownMessage, World } from './contract.ts';

/** A user that the page can act as. */
export interface PageUser {
  readonly id: string;
  readonly name: string;
  /** Their role, in a few words. */
  readonly about: string;
}

/** A message as one user sees it. */
export function shownMessage(view: PersonView, stored: StoredMessage): ShownMessage {
  const { payload, visibleTo } = stored;
  return { message: payload, ephemeral: visibleTo !== null, pinged: view.isPinged(stored) };
}

/** What the page shows to everyone alike. */
export interface PageSetting {
  readonly discord: LocalDiscord;
  readonly people: readonly PageUser[];
  /** The channel to open first; `null` for any. */
  readonly landingChannelId: string | null;
}

/** The world as one user sees it. */
export function visibleWorld(me: PageUser, { discord, people, landingChannelId }: PageSetting): World {
  const view = discord.view(me.id);
  const shown = ({ id, name, about }: PageUser) => ({ id, name, bot: false, about });
  return {
    me: { id: me.id, name: me.name, bot: false },
    people: people.map(shown),
    guilds: view.guilds(),
    landingChannelId:
      landingChannelId !== null && view.canViewChannel(landingChannelId) ? landingChannelId : null,
    botOnline: discord.gateway.connected() > 0,
    directMessages: view.directMessages(),
  };
}

/** Sends every change that is visible to one user, until the returned function is called. */
export function streamChanges(
  discord: LocalDiscord,
  view: PersonView,
  send: (event: PageEvent) => void,
): () => void {
  const endings = [
    discord.onMessage(({ kind, message }) => {
      if (!view.canSeeMessage(message)) return;
      const { channelId } = message;
      if (kind === 'deleted') send({ type: 'deleted', channelId, messageId: message.id });
      else send({ type: 'message', change: kind, channelId, shown: shownMessage(view, message) });
    }),
    discord.onWorldChange(() => send({ type: 'world' })),
    discord.gateway.onPresence((botOnline) => send({ type: 'presence', botOnline })),
  ];
  return () => {
    for (const end of endings) end();
  };
}
