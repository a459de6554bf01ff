import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Messages } from '#src/messages/messages.ts';
import type { Interaction } from '../interactions/interaction.ts';
import { type Allowance, createBuckets } from './flood-buckets.ts';
import {
  AUTOCOMPLETE_SERVER_LIMIT,
  AUTOCOMPLETE_USER_LIMIT,
  MAX_SERVERS,
  MAX_USERS,
  NOTICE_INTERVAL_MS,
  REFUSAL_LIMIT,
  SERVER_LIMIT,
  USER_LIMIT,
} from './flood-limits.ts';

/**
 * Formats a Discord timestamp that counts down to the next allowed request. It is at least a few seconds ahead, because
 * a single request would not help.
 */
function retryText(time: number, waitMs: number): string {
  return `<t:${Math.ceil((time + Math.max(waitMs, NOTICE_INTERVAL_MS / 2)) / 1_000)}:R>`;
}

/** Returns whether the interaction belongs to a message that can stay unchanged, so that no text is needed. */
function hasVisibleMessage(interaction: Interaction): boolean {
  return interaction.type === 'component' || (interaction.type === 'modal' && interaction.isFromMessage);
}

/**
 * Limits the interactions of each user and each server. A user over the limit gets an ephemeral message, at most once
 * in ten seconds. Further interactions get no text: a press or modal is acknowledged, which changes nothing;
 * autocomplete gets no suggestions; a command gets no answer, because Discord has no silent one. Beyond the limit of
 * refusals nothing is sent.
 * The returned function never rejects.
 * @param deps.route handles an interaction; must not reject
 * @param deps.messagesOf returns messages in the language of this server; `null` outside servers
 * @param deps.now epoch ms
 */
export function createFloodGate(deps: {
  readonly route: (interaction: Interaction) => Promise<void>;
  readonly messagesOf: (guildId: string | null) => Messages;
  readonly now: () => number;
  readonly log: Logger;
}): (interaction: Interaction) => Promise<void> {
  const { route, messagesOf, now, log } = deps;
  const userBuckets = (allowance: Allowance) => createBuckets({ allowance, maxKeys: MAX_USERS, now });
  const serverBuckets = (allowance: Allowance) => createBuckets({ allowance, maxKeys: MAX_SERVERS, now });
  const requests = { person: userBuckets(USER_LIMIT), server: serverBuckets(SERVER_LIMIT) };
  const autocompletes = {
    person: userBuckets(AUTOCOMPLETE_USER_LIMIT),
    server: serverBuckets(AUTOCOMPLETE_SERVER_LIMIT),
  };
  const refusals = userBuckets(REFUSAL_LIMIT);
  /** When a user last got the message, epoch ms. */
  const notifiedAt = new LRUCache<string, number>({ max: MAX_USERS });

  /** Returns the exceeded limit, and the wait in ms; `null` if none is exceeded. */
  function findExcess(interaction: Interaction): { readonly by: 'person' | 'server'; waitMs: number } | null {
    const { person, server } = interaction.type === 'autocomplete' ? autocompletes : requests;
    const { userId, guildId } = interaction;
    // The user's limit is checked first, so that a single user does not use up the server's tokens.
    if (!person.take(userId)) return { by: 'person', waitMs: person.waitMs(userId) };
    if (guildId === null || server.take(guildId)) return null;
    person.refund(userId);
    return { by: 'server', waitMs: server.waitMs(guildId) };
  }

  function mayNotify(userId: string): boolean {
    const last = notifiedAt.get(userId);
    if (last !== undefined && Math.abs(now() - last) < NOTICE_INTERVAL_MS) return false;
    notifiedAt.set(userId, now());
    return true;
  }

  async function refuse(interaction: Interaction, by: 'person' | 'server', waitMs: number): Promise<void> {
    const { userId, guildId, responses } = interaction;
    if (interaction.type === 'autocomplete') {
      if (refusals.take(userId)) await responses.suggest([]);
      return;
    }
    if (mayNotify(userId)) {
      log.info({ guild: guildId, by }, 'interaction limit exceeded');
      const { interactions } = messagesOf(guildId);
      const retry = retryText(now(), waitMs);
      const content =
        by === 'person' ? interactions.tooManyOfMember(retry) : interactions.tooManyOfServer(retry);
      await responses.reply({ content }, { isEphemeral: true });
      return;
    }
    if (hasVisibleMessage(interaction) && refusals.take(userId)) await responses.deferUpdate();
  }

  return async (interaction) => {
    const excess = findExcess(interaction);
    if (excess === null) return route(interaction);
    try {
      await refuse(interaction, excess.by, excess.waitMs);
    } catch (error) {
      // The interaction has expired or Discord fails; nothing can be done here.
      log.debug(
        { err: error, interaction: interaction.id },
        'reply to an interaction over the limit not sent',
      );
    }
  };
}
