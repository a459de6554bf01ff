import type { APIMessage } from 'discord-api-types/v10';
import type { OptionValues, PickedFile } from '../../contract.ts';
import type { Api } from '../api.ts';
import type { Step } from '../state.ts';
import type { Store } from '../store.ts';
import type { OutcomeDisplay } from './outcome-display.ts';

/** Interactions with the bot. */
export interface BotActions {
  run(name: string, options: OptionValues, files?: Readonly<Record<string, PickedFile>>): Promise<void>;
  /** Uses a command in the menu of a message. */
  runOnMessage(message: APIMessage, name: string): Promise<void>;
  press(message: APIMessage, customId: string): Promise<void>;
  select(message: APIMessage, customId: string, values: readonly string[]): Promise<void>;
  submit(values: Readonly<Record<string, string | readonly string[]>>): Promise<void>;
  closeModal(): void;
}

/**
 * The guide's step that a button completes: a channel is subscribed once the draft of its alerts is confirmed. A draft that answers
 * the modal of the command does not name it.
 */
function stepOfButton({ interaction, components = [] }: APIMessage, customId: string): Step | null {
  if (interaction !== undefined && interaction.name !== 'alerts add') return null;
  const all = components.flatMap((row) => ('components' in row ? [...row.components] : []));
  const isPressed = all.some(
    (component) =>
      'custom_id' in component &&
      'label' in component &&
      component.custom_id === customId &&
      component.label === 'Confirm',
  );
  return isPressed ? 'subscribe' : null;
}

export function createBotActions(store: Store, api: Api, outcomeDisplay: OutcomeDisplay): BotActions {
  function as(): string {
    return store.get().world?.me.id ?? '';
  }

  function complete(step: Step | null): void {
    if (step !== null) store.change({ stepsDone: new Set([...store.get().stepsDone, step]) });
  }

  return {
    async run(name, options, files = {}) {
      const { channelId: channel } = store.get();
      if (channel === null) return;
      const body = { as: as(), channel, name, options, files };
      await outcomeDisplay.command(`/${name}`, channel, api.command(body));
    },
    async runOnMessage({ id: message, channel_id: channel }, name) {
      await outcomeDisplay.command(name, channel, api.messageCommand({ as: as(), channel, message, name }));
    },
    async press(message, customId) {
      const { id, channel_id: channel } = message;
      const body = { as: as(), channel, message: id, customId };
      const done = await outcomeDisplay.component(id, customId, channel, api.press(body));
      if (done) complete(stepOfButton(message, customId));
    },
    async select(message, customId, values) {
      const body = { as: as(), channel: message.channel_id, message: message.id, customId, values };
      await outcomeDisplay.component(message.id, customId, message.channel_id, api.select(body));
    },
    async submit(values) {
      const { modal } = store.get();
      if (modal === null) return;
      const body = { as: as(), channel: modal.channelId, modal: modal.modal, values };
      await outcomeDisplay.modal(api.submit(body));
    },
    closeModal() {
      store.change({ modal: null });
    },
  };
}
