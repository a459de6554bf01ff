import { type Interaction, MessageFlags, type RepliableInteraction } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Allowance, createBuckets } from './flood-buckets.ts';
import {
  MOST_PEOPLE,
  MOST_SERVERS,
  PERSON,
  REFUSALS,
  SAID_FOR_MS,
  SERVER,
  TYPIST,
  TYPISTS,
} from './flood-limits.ts';

/** Discord's timestamp that counts down; a few seconds at least, since one request more would not help anybody. */
function whenText(time: number, waitMs: number): string {
  return `<t:${Math.ceil((time + Math.max(waitMs, SAID_FOR_MS / 2)) / 1_000)}:R>`;
}

/** Whether there is something on the screen that can stay as it is, so that nothing need be said. */
function canBeSilent(interaction: RepliableInteraction): boolean {
  return interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
}

/**
 * Bounds what one person, and what one server, may ask, whatever they may do otherwise. Who asks for more is told so once
 * in ten seconds, alone. What comes after that: a press or a form of a message is acknowledged, which changes nothing on
 * the screen; typing gets no suggestions; a command, for which Discord knows no silent answer, gets none. When even that
 * is too much, nothing is answered.
 * What it gives is called with every interaction and never rejects.
 * @param deps.route what answers an interaction; must not reject
 * @param deps.now epoch ms
 */
export function createFloodGate(deps: {
  readonly route: (interaction: Interaction) => Promise<void>;
  readonly now: () => number;
  readonly log: Logger;
}): (interaction: Interaction) => Promise<void> {
  const { route, now, log } = deps;
  const people = (allowance: Allowance) => createBuckets({ allowance, most: MOST_PEOPLE, now });
  const servers = (allowance: Allowance) => createBuckets({ allowance, most: MOST_SERVERS, now });
  const asking = { person: people(PERSON), server: servers(SERVER) };
  const typing = { person: people(TYPIST), server: servers(TYPISTS) };
  const refusals = people(REFUSALS);
  /** When somebody was last told, epoch ms. */
  const toldAt = new LRUCache<string, number>({ max: MOST_PEOPLE });

  /** What is too much, and how long to wait in ms; `null` when nothing is. */
  function tooMuch(interaction: Interaction): { readonly by: 'person' | 'server'; waitMs: number } | null {
    const { person, server } = interaction.isAutocomplete() ? typing : asking;
    const { user, guildId } = interaction;
    // A person's own flood is turned away first, so that it takes nothing from the others of the server.
    if (!person.take(user.id)) return { by: 'person', waitMs: person.waitMs(user.id) };
    if (guildId === null || server.take(guildId)) return null;
    person.giveBack(user.id);
    return { by: 'server', waitMs: server.waitMs(guildId) };
  }

  function mayTell(userId: string): boolean {
    const last = toldAt.get(userId);
    if (last !== undefined && Math.abs(now() - last) < SAID_FOR_MS) return false;
    toldAt.set(userId, now());
    return true;
  }

  async function turnAway(interaction: Interaction, by: 'person' | 'server', waitMs: number): Promise<void> {
    if (interaction.isAutocomplete()) {
      if (refusals.take(interaction.user.id)) await interaction.respond([]);
      return;
    }
    if (!interaction.isRepliable()) return;
    if (mayTell(interaction.user.id)) {
      log.info({ user: interaction.user.id, guild: interaction.guildId, by }, 'too much was asked at once');
      const what = by === 'person' ? 'That was a lot at once.' : 'This server asks me a lot right now.';
      await interaction.reply({
        content: `${what} Try again ${whenText(now(), waitMs)}.`,
        flags: MessageFlags.Ephemeral,
      });
      return;
    }
    if (!canBeSilent(interaction) || !refusals.take(interaction.user.id)) return;
    if (interaction.isMessageComponent() || interaction.isModalSubmit()) await interaction.deferUpdate();
  }

  return async (interaction) => {
    const excess = tooMuch(interaction);
    if (excess === null) return route(interaction);
    try {
      await turnAway(interaction, excess.by, excess.waitMs);
    } catch (error) {
      // Nobody waits for it, or Discord has trouble of its own: either way there is nothing more to be done for it.
      log.debug({ err: error, interaction: interaction.id }, 'nobody was told that it was too much');
    }
  };
}
