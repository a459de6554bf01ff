import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Names that meant several things, with the word that replaced each. The glossary is in `docs/architecture.md`. */
const RETIRED: readonly (readonly [name: RegExp, instead: string])[] = [
  [/^(changeForm|postForm|digestSize|DIGEST_SIZE)$/, 'layout: how a message is drawn'],
  [/^(Look|CardLook|channelLook)$/, 'size: compact, normal or big'],
  [/^placeOf$/, 'origin: where a command was used'],
  [/^(createPlace)$/, 'slot: where a process keeps a role that it runs'],
  [/^(ShardPlace|savedPlace|readPlace|removePlace)$/, 'session: what a shard resumes from'],
  [
    /^(recordsAtPlaces|haveOtherPlaces|sharesPlace|byPlace)$/,
    'chain position: where a record is on the chain',
  ],
  [/^(MarkPlace|markPlaceIn|markPlace)$/, 'carrier: the part of a message that has the delivery mark'],
  [
    /^(LeaseLook|OutboxLook|lookIntoOutbox|lookNow|onLook|keepLooking|lookOnce|lookAtFile)$/,
    'poll, find, read',
  ],
  [/^(watchFeed|createWatch|createOutboxWatch|watchForCutOff|watchOverFile|FileWatch)$/, 'observe, poll'],
  [/^(createAuctionWatch|createFloorWatch)$/, 'monitor; a watch is what a person asked for'],
  [/^createMemory$/, 'rule cache'],
  [/^inbox$/, 'store'],
  [
    /^(actionButton|screenButton|(write|read)(Action|Screen|Target)Id|actionsOf|screensOf|defineScreen|RegisteredScreen)$/,
    'component: what a button, menu, modal or message command leads to',
  ],
  [/^(keepTold|toldOfSame|isRefusalTold|toldAbout|channelsTold|beginPost)$/, 'posted, reported, start'],
];

/** What is left of a program without its comments and the contents of its strings. */
const codeOf = (text: string): string =>
  text.replaceAll(/`[^`]*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ');

/** The retired names in a program, with what to write instead. */
function retiredIn(text: string): readonly string[] {
  const names = new Set(codeOf(text).match(/[A-Za-z_$][\w$]*/g));
  return [...names].flatMap((name) => {
    const instead = RETIRED.find(([retired]) => retired.test(name))?.[1];
    return instead === undefined ? [] : [`${name} (${instead})`];
  });
}

describe('words', () => {
  it('with several meanings are no names in the program', () => {
    const found = ['src', 'commands', 'sandbox', 'bench', 'scripts'].flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .flatMap((file) => {
          const retired = retiredIn(readFileSync(path.join(ROOT, folder, file), 'utf8'));
          return retired.map((name) => `${folder}/${file}: ${name}`);
        }),
    );
    expect(found).toEqual([]);
  });

  it('are found as names, not in comments and texts', () => {
    expect(retiredIn('const inbox = 1;')).toEqual(['inbox (store)']);
    expect(retiredIn("// inbox\nconst store = 'inbox'; /* inbox */")).toEqual([]);
  });
});
