import type { LocalDiscord, PersonView, StoredMessage } from '../discord/local-discord.ts';
import type { Account, PageEvent, ShownMessage, World } from './contract.ts';
import { RequestError } from './requests.ts';

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
  /** The bot's application. */
  readonly applicationId: string;
}

/**
 * The user of a request.
 * @throws RequestError
 */
export function personOf(people: readonly PageUser[], id: string): PageUser {
  const person = people.find((candidate) => candidate.id === id);
  if (person === undefined) throw new RequestError(404, `The page cannot be user ${id}.`);
  return person;
}

/** What a user decided about themselves. */
export function accountOf({ id }: PageUser, { discord, applicationId }: PageSetting): Account {
  const view = discord.view(id);
  return {
    acceptsDirectMessages: view.acceptsDirectMessages(),
    hasApplication: view.hasApplication(applicationId),
  };
}

/** The world as one user sees it. */
export function visibleWorld(me: PageUser, setting: PageSetting): World {
  const { discord, people, landingChannelId } = setting;
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
    account: accountOf(me, setting),
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
