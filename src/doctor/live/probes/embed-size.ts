import { judge, type Probe } from '../probe.ts';
import { requirePosted } from '../requirements.ts';
import { NotTriedError } from '../site.ts';
import { codeOf, describeAnswer, readMessage } from '../wire.ts';

const LIMIT = 6_000;
const LIMIT_TEXT = LIMIT.toLocaleString('en');
const INVALID_FORM = 50_035;

/** Returns two embeds with so many characters in all. */
function embedsOf(mark: string, characters: number): readonly object[] {
  const description = 'x'.repeat(3_000);
  const rest = 'x'.repeat(characters - description.length - mark.length);
  return [{ description }, { title: mark, description: rest }];
}

/** Posts embeds with exactly 6,000 characters, and with one more. */
export const embedSize: Probe = {
  name: 'embed-size',
  assumed: `All embeds of a message have at most ${LIMIT_TEXT} characters; more is refused with ${INVALID_FORM}.`,
  dependent: 'Batches and summaries are cut so that they stay below this limit.',
  async run(lab) {
    const mark = lab.mark('Size');
    const largest = await lab.tryPost({ embeds: embedsOf(mark, LIMIT) });
    const accepted = readMessage(largest);
    const larger = await lab.tryPost({ embeds: embedsOf(mark, LIMIT + 1) });
    if (accepted === null && codeOf(largest) !== INVALID_FORM) requirePosted(largest);
    if (accepted?.embeds.length === 0)
      throw new NotTriedError('the bot may not post embeds', 'Allow the bot Embed Links in the channel.');
    return judge(
      accepted !== null && codeOf(larger) === INVALID_FORM,
      `${describeAnswer(largest)} for ${LIMIT_TEXT} characters, ${describeAnswer(larger)} for one more`,
      { code: codeOf(larger) },
    );
  },
};
