import { type APIMessage, InteractionResponseType as Type } from 'discord-api-types/v10';
import type { InteractionChange, InteractionRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';

/** A modal that the application opened for a user. */
export interface Modal {
  readonly customId: string;
  readonly title: string;
  readonly components: readonly unknown[];
  readonly applicationId: string;
  /** The message whose component opened it, if any. */
  readonly messageId: string | null;
}

/** What a user saw as the response to an interaction. */
export interface Reply {
  /** `deferred`: still "thinking …", or nothing visible, when the wait ended. */
  readonly outcome: 'message' | 'deferred' | 'modal' | 'updated' | 'did-not-respond';
  /** Whether only this user sees the answer. */
  readonly ephemeral: boolean;
  /** The answer at the end of the wait, or the message that was updated. */
  readonly message: APIMessage | null;
  readonly modal: Modal | null;
  readonly interactionId: string;
  /** From the interaction to its acknowledgement, in ms; null without one. */
  readonly acknowledgedAfterMs: number | null;
  /** From the interaction to the visible answer, in ms; null without one. */
  readonly answeredAfterMs: number | null;
}

type VisibleOutcome = { readonly outcome: Reply['outcome']; readonly message: StoredMessage | null };

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

/** What a change makes visible to the user, or null while nothing final is visible. */
function visibleOutcome(
  world: World,
  { kind, interaction, message }: InteractionChange,
): VisibleOutcome | null {
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

/** Opens an interaction and resolves once the user sees its outcome, at the latest after `answerWithinMs`. */
export function replyTo(world: World, open: () => InteractionRecord, answerWithinMs: number): Promise<Reply> {
  return new Promise((resolve) => {
    const earlyChanges: InteractionChange[] = [];
    let interaction: InteractionRecord | null = null;
    let cancelDeadline: () => void = () => undefined;

    function settle(of: InteractionRecord, { outcome, message }: VisibleOutcome): void {
      stopListening();
      cancelDeadline();
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

    function onChange(change: InteractionChange): void {
      if (interaction === null) {
        earlyChanges.push(change);
        return;
      }
      if (change.interaction.id !== interaction.id) {
        return;
      }
      const final = visibleOutcome(world, change);
      if (final !== null) {
        settle(interaction, final);
      }
    }

    const stopListening = world.interactionChanges.add(onChange);
    const opened = open();
    interaction = opened;
    cancelDeadline = world.clock.after(world.acknowledgeWithinMs + 1, () => {
      if (opened.acknowledgedAtMs === null) {
        settle(opened, { outcome: 'did-not-respond', message: null });
        return;
      }
      const left = opened.createdAtMs + answerWithinMs - world.clock.now();
      const placeholder = world.messages.get(opened.originalMessageId ?? '') ?? null;
      cancelDeadline = world.clock.after(Math.max(0, left), () => {
        settle(opened, { outcome: 'deferred', message: placeholder });
      });
    });
    for (const change of earlyChanges) {
      onChange(change);
    }
  });
}
