import { toJson } from '#src/chain/json.ts';
import type { Subcommand } from '#src/discord/command.ts';

/** `/watch export`: exports all stored data of the user, only to them. */
export const exportWatches: Subcommand = {
  name: 'export',
  definition: ({ watches: words }) => ({ description: words.exportDescription }),
  answerTo: 'asker',
  async execute(_interaction, { requester, services }) {
    const kept = await services.store.people.exportOf(requester);
    return {
      content: services.view.messages.watches.exported,
      files: [{ name: 'watches.json', attachment: Buffer.from(`${toJson(kept)}\n`) }],
    };
  },
};
