import { writeFileSync } from 'node:fs';
import { goldenMessages } from './cases.ts';
import { writeGolden } from './files.ts';
import { hasReplays, REPLAY_HASHES, replayHashes } from './replays.ts';

for (const [group, messages] of goldenMessages()) {
  writeGolden(group, messages);
  process.stdout.write(`${group}: ${messages.length} messages\n`);
}
if (hasReplays) writeFileSync(REPLAY_HASHES, `${JSON.stringify(replayHashes(), null, 2)}\n`);
else process.stdout.write('The recordings are not there: their hashes stay as they are.\n');
