import type { APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import type { Messages } from '#src/messages/messages.ts';
import type { PeopleStore } from '#src/store/people.ts';

import type { AnswerContext } from './answer-context.ts';
import { button, buttonRows } from './components/buttons.ts';
import { defineLink } from './components/link.ts';
import type { Modal } from './components/modal.ts';
import type { Interaction } from './interactions/interaction.ts';
import { momentText } from './views/moment.ts';

/** What writes to a person again; in `commands/watch`. */
export const tryToWriteLink = defineLink('watch-try-again', {}, 'asker');

interface Reader {
  readonly requester: string;
  readonly services: { readonly view: Pick<AnswerContext['services']['view'], 'messages'> };
}

/**
 * Formats the sentence about a refusal.
 * @param since epoch ms
 */
export const refusalText = (since: number, watches: number, { watches: words }: Messages): string =>
  words.refused(momentText(since / 1_000) ?? '', watches);

/** Builds a button that retries direct messages to the user. */
export const tryAgainButton = ({ requester, services }: Reader): APIButtonComponentWithCustomId =>
  button(services.view.messages.watches.tryAgain, tryToWriteLink.to({}), { requester }, 'primary');

/**
 * Informs users once, privately, after their next interaction, that Discord refuses direct messages to them. If that
 * notice cannot be delivered, it is repeated after the following interaction.
 * @param deps.route handles an interaction
 * @param deps.messagesOf returns messages in the language of this server; `null` outside servers
 */
export function withRefusalNotice(deps: {
  readonly route: (interaction: Interaction) => Promise<void>;
  readonly people: Pick<PeopleStore, 'hasRefusalToTell' | 'takeRefusalToTell' | 'returnRefusalToTell'>;
  readonly messagesOf: (guildId: string | null) => Messages;
  readonly log: Logger;
}): (interaction: Interaction) => Promise<void> {
  const { route, people, messagesOf, log } = deps;

  async function tell({ userId, guildId, responses }: Interaction): Promise<void> {
    if (!(await people.hasRefusalToTell(userId))) return;
    const refusal = await people.takeRefusalToTell(userId);
    if (refusal === null) return;
    const messages = messagesOf(guildId);
    try {
      await responses.followUp(
        {
          content: refusalText(refusal.since, refusal.pausedWatches, messages),
          components: buttonRows([tryAgainButton({ requester: userId, services: { view: { messages } } })]),
        },
        { isEphemeral: true },
      );
    } catch (error) {
      // The interaction has expired, or Discord accepts no further message for it.
      await people.returnRefusalToTell(userId, refusal);
      throw error;
    }
  }

  return async (interaction) => {
    if (interaction.type === 'autocomplete') return route(interaction);
    // No message can follow an opened modal.
    let isModal = false;
    const responses = {
      ...interaction.responses,
      showModal(modal: Modal) {
        isModal = true;
        return interaction.responses.showModal(modal);
      },
    };
    await route({ ...interaction, responses });
    if (isModal) return;
    try {
      await tell(interaction);
    } catch (error) {
      log.warn({ err: error, interaction: interaction.id }, 'notice of refused direct messages not sent');
    }
  };
}
