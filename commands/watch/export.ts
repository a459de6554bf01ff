import { toJson } from '#src/chain/json.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { drafts } from '../alerts/set-up/drafts.ts';

/** `/watch export`: exports all stored data of the user, only to them. */
export const exportWatches: Subcommand = {
  name: 'export',
  definition: ({ watches: words }) => ({ description: words.exportDescription }),
  answerTo: 'asker',
  async execute(_interaction, { requester: userId, services }) {
    const { person, watches, inputs, ...others } = await services.store.people.exportOf(userId);
    const kept = {
      person,
      watches,
      drafts: inputs.flatMap(({ id, kind, guildId, createdAt, content }) =>
        kind === drafts.kind ? [{ id, guildId, userId, ...content, createdAt }] : [],
      ),
      inputs: inputs.flatMap(({ kind, guildId, content, createdAt }) =>
        kind === drafts.kind ? [] : [{ guildId, createdAt, content }],
      ),
      ...others,
    };
    return {
      content: services.view.messages.watches.exported,
      files: [{ name: 'watches.json', attachment: Buffer.from(`${toJson(kept)}\n`) }],
    };
  },
};
