import type { LocalDiscord, PersonView, StoredMessage } from '../discord/local-discord.ts';
import type { PageEvent, ShownMessage, World } from './contract.ts';

/** Somebody whom the page can be. */
export interface PagePerson {
  readonly id: string;
  readonly name: string;
  /** What they may do, in a few words. */
  readonly about: string;
}

/** A message as the page of one of the people is told of it. */
export function shownMessage(view: PersonView, stored: StoredMessage): ShownMessage {
  const { payload, visibleTo } = stored;
  return { message: payload, ephemeral: visibleTo !== null, pinged: view.isPinged(stored) };
}

/** The world as one of the people sees it. */
export function shownWorld(view: PersonView, me: PagePerson, people: readonly PagePerson[]): World {
  const shown = ({ id, name, about }: PagePerson) => ({ id, name, bot: false, about });
  return {
    me: { id: me.id, name: me.name, bot: false },
    people: people.map(shown),
    guilds: view.guilds(),
    directMessages: view.directMessages(),
  };
}

/** Tells of everything that changes for one of the people, until the answer is called. */
export function tellChanges(
  discord: LocalDiscord,
  view: PersonView,
  send: (event: PageEvent) => void,
): () => void {
  const endings = [
    discord.onMessage(({ kind, message }) => {
      if (!view.sees(message)) return;
      const { channelId } = message;
      if (kind === 'deleted') send({ type: 'deleted', channelId, messageId: message.id });
      else send({ type: 'message', change: kind, channelId, shown: shownMessage(view, message) });
    }),
    discord.onWorldChange(() => send({ type: 'world' })),
  ];
  return () => {
    for (const end of endings) end();
  };
}
