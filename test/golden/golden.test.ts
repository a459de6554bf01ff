import { describe, expect, it } from 'vitest';
import { goldenMessages } from './cases.ts';
import { goldenLines, lineOf } from './files.ts';
import { hasReplays, replayHashes, savedReplayHashes } from './replays.ts';

describe('the request that posts or edits an alert', () => {
  for (const [group, messages] of goldenMessages()) {
    it(`is byte for byte what messages/${group}.jsonl holds`, () => {
      const made = messages.map(lineOf);
      const kept = goldenLines(group);
      const different = made.findIndex((line, index) => line !== kept[index]);
      expect(made[different]).toBe(kept[different]);
      expect(made).toHaveLength(kept.length);
    });
  }
});

const why = hasReplays ? '' : ' (skipped: ../shared/fixtures is not there)';

describe.skipIf(!hasReplays)(`the request that posts a recorded sale or auction${why}`, () => {
  it('has the hash that is kept in messages/replays.json', () => {
    expect(replayHashes()).toEqual(savedReplayHashes());
  });
});
