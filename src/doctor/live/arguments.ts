import { parseArgs } from 'node:util';

/** What the operator chose on the command line. */
export interface LiveArguments {
  readonly channelId: string;
  readonly forumId: string | null;
  readonly personId: string | null;
  readonly mayPublish: boolean;
  /** File for the report; `null` for a new one in the current folder. */
  readonly reportFile: string | null;
}

const USAGE = 'npm run doctor -- --live --channel ID [--forum ID] [--person ID] [--publish] [--report FILE]';
const ID = /^\d{15,20}$/;

/** Returns the arguments, or the mistake in them as a sentence. `null` without `--live`. */
export function readLiveArguments(
  args: readonly string[],
): LiveArguments | { readonly mistake: string } | null {
  if (args.length === 0) return null;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        live: { type: 'boolean', default: false },
        channel: { type: 'string' },
        forum: { type: 'string' },
        person: { type: 'string' },
        publish: { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    });
    const { live, channel, forum = null, person = null, publish, report = null } = values;
    if (!live) return { mistake: `These options need --live: ${USAGE}` };
    if (channel === undefined) return { mistake: `--channel is missing: ${USAGE}` };
    const wrong = [channel, forum, person].find((id) => id !== null && !ID.test(id));
    if (wrong !== undefined)
      return { mistake: `${JSON.stringify(wrong)} is no id. In Discord: Developer Mode, then Copy ID.` };
    return { channelId: channel, forumId: forum, personId: person, mayPublish: publish, reportFile: report };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { mistake: `${error.message} Usage: ${USAGE}` };
  }
}
