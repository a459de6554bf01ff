import { type APIMessage, InteractionResponseType as Type } from 'discord-api-types/v10';
import type { InteractionChange, InteractionRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';

/** A form that the application opened for a person. */
export interface Modal {
  readonly customId: string;
  readonly title: string;
  readonly components: readonly unknown[];
  readonly applicationId: string;
  /** The message whose component opened it, if any. */
  readonly messageId: string | null;
}

/** What a person saw in answer to what they did. */
export interface Reply {
  /** `deferred`: still "thinking …", or nothing visible, when the wait was over. */
  readonly outcome: 'message' | 'deferred' | 'modal' | 'updated' | 'did-not-respond';
  /** Whether only this person sees the answer. */
  readonly ephemeral: boolean;
  /** The answer at that moment, or the message that was updated. */
  readonly message: APIMessage | null;
  readonly modal: Modal | null;
  readonly interactionId: string;
  /** From the interaction to its acknowledgement, in ms; null without one. */
  readonly acknowledgedAfterMs: number | null;
  /** From the interaction to the answer that was seen, in ms; null without one. */
  readonly answeredAfterMs: number | null;
}

type Seen = { readonly outcome: Reply['outcome']; readonly message: StoredMessage | null };

function modalOf(interaction: InteractionRecord): Modal | null {
  return interaction.modal === null
    ? null
    : {
        customId: interaction.modal.custom_id,
        title: interaction.modal.title,
        components: interaction.modal.components,
        applicationId: interaction.applicationId,
        messageId: interaction.sourceMessageId,
      };
}

/** What a change shows to the person, or null while there is nothing final to see. */
function seen(world: World, { kind, interaction, message }: InteractionChange): Seen | null {
  if (kind === 'answered' || kind === 'followed-up') {
    return { outcome: 'message', message };
  }
  if (kind === 'original-edited') {
    return { outcome: 'updated', message };
  }
  switch (interaction.callbackType) {
    case Type.ChannelMessageWithSource:
      return { outcome: 'message', message };
    case Type.UpdateMessage:
      return { outcome: 'updated', message: world.messages.get(interaction.sourceMessageId ?? '') ?? null };
    case Type.Modal:
      return { outcome: 'modal', message: null };
    case Type.ApplicationCommandAutocompleteResult:
      return { outcome: 'message', message: null };
    default:
      return null;
  }
}

/** Opens an interaction and answers once the person sees how it ended, at the latest after `answerWithinMs`. */
export function replyTo(world: World, open: () => InteractionRecord, answerWithinMs: number): Promise<Reply> {
  return new Promise((resolve) => {
    const early: InteractionChange[] = [];
    let interaction: InteractionRecord | null = null;
    let forgetDeadline: () => void = () => undefined;

    function settle(of: InteractionRecord, { outcome, message }: Seen): void {
      stopListening();
      forgetDeadline();
      const answered = outcome !== 'did-not-respond' && outcome !== 'deferred';
      resolve({
        outcome,
        ephemeral: message === null ? of.ephemeral : message.visibleTo !== null,
        message: message === null ? null : message.payload,
        modal: modalOf(of),
        interactionId: of.id,
        acknowledgedAfterMs: of.acknowledgedAtMs === null ? null : of.acknowledgedAtMs - of.createdAtMs,
        answeredAfterMs: answered ? world.clock.now() - of.createdAtMs : null,
      });
    }

    function hear(change: InteractionChange): void {
      if (interaction === null) {
        early.push(change);
        return;
      }
      if (change.interaction.id !== interaction.id) {
        return;
      }
      const final = seen(world, change);
      if (final !== null) {
        settle(interaction, final);
      }
    }

    const stopListening = world.interactionChanges.add(hear);
    const opened = open();
    interaction = opened;
    forgetDeadline = world.clock.after(world.acknowledgeWithinMs + 1, () => {
      if (opened.acknowledgedAtMs === null) {
        settle(opened, { outcome: 'did-not-respond', message: null });
        return;
      }
      const left = opened.createdAtMs + answerWithinMs - world.clock.now();
      const thinking = world.messages.get(opened.originalMessageId ?? '') ?? null;
      forgetDeadline = world.clock.after(Math.max(0, left), () => {
        settle(opened, { outcome: 'deferred', message: thinking });
      });
    });
    for (const change of early) {
      hear(change);
    }
  });
}
