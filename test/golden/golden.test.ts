import { describe, expect, it } from 'vitest';
import { goldenMessages } from './cases.ts';
import { goldenLines, lineOf } from './files.ts';
import { keptReplayHashes, replayHashes, replaysAreThere } from './replays.ts';

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

const why = replaysAreThere ? '' : ' (skipped: ../shared/fixtures is not there)';

describe.skipIf(!replaysAreThere)(`the request that posts a recorded sale or auction${why}`, () => {
  it('has the hash that is kept in messages/replays.json', () => {
    expect(replayHashes()).toEqual(keptReplayHashes());
  });
});
