import type { APIMessage } from 'discord-api-types/v10';
import type { OptionValues, PickedFile } from '../../contract.ts';
import type { Api } from '../api.ts';
import type { Step } from '../state.ts';
import type { Store } from '../store.ts';
import type { Answering } from './answering.ts';

/** What a person does to the bot. */
export interface Acting {
  run(name: string, options: OptionValues, files?: Readonly<Record<string, PickedFile>>): Promise<void>;
  press(message: APIMessage, customId: string): Promise<void>;
  select(message: APIMessage, customId: string, values: readonly string[]): Promise<void>;
  submit(values: Readonly<Record<string, string | readonly string[]>>): Promise<void>;
  closeModal(): void;
}

/** The step of a newcomer that a command is. */
function stepOf(name: string): Step | null {
  if (name === 'alerts add') return 'subscribe';
  return /^(token|collection)\b/.test(name) ? 'lookup' : null;
}

export function createActing(store: Store, api: Api, answering: Answering): Acting {
  function as(): string {
    return store.get().world?.me.id ?? '';
  }
  return {
    async run(name, options, files = {}) {
      const { channelId: channel } = store.get();
      if (channel === null) return;
      const body = { as: as(), channel, name, options, files };
      const done = await answering.command(name, channel, api.command(body));
      const step = stepOf(name);
      if (done !== null && step !== null)
        store.change({ stepsDone: new Set([...store.get().stepsDone, step]) });
    },
    press(message, customId) {
      const body = { as: as(), channel: message.channel_id, message: message.id, customId };
      return answering.component(message.id, customId, message.channel_id, api.press(body));
    },
    select(message, customId, values) {
      const body = { as: as(), channel: message.channel_id, message: message.id, customId, values };
      return answering.component(message.id, customId, message.channel_id, api.select(body));
    },
    async submit(values) {
      const { modal } = store.get();
      if (modal === null) return;
      const body = { as: as(), channel: modal.channelId, modal: modal.modal, values };
      await answering.modal(api.submit(body));
    },
    closeModal() {
      store.change({ modal: null });
    },
  };
}
