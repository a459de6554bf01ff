import { toJson } from '#src/chain/json.ts';
import type { Subcommand } from '#src/discord/command.ts';

/** `/watch export`: everything that is kept of the person who asks, for them alone. */
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
