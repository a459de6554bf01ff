import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { behavioursOf } from '#src/discord/command.ts';
import { componentsOf } from '#src/discord/components/registry.ts';
import { declarationOf } from '#src/discord/registration/declarations.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { startCrawlWorld } from './crawl-world.ts';
import { crawlCommands } from './crawler.ts';
import { createFindings } from './findings.ts';
import { bodyTexts, commandTexts } from './visible-texts.ts';

/**
 * Components of the asker’s only that no step leads to in this world: the filters do not fill a third modal, the
 * switches are those of an announcement channel, the lists of alerts and silences have one page, the crawl presses
 * nothing in direct messages, under alerts and under greetings and uses no commands of messages, a person has no
 * silence before their list is shown, no alert of the crawl would flood its channel or has a message in the log, what it
 * types into templates is right, and the others need messages of which Discord never said whether they were posted.
 */
const NOT_REACHED: readonly string[] = [
  'watch-stop',
  'watch-try-again',
  'own-silences-page',
  'own-silence-end',
  'draft-rest',
  'draft-narrow',
  'set-up-apart',
  'alerts-page',
  'alerts-again',
  'alerts-again-now',
  'held-was-posted',
  'held-post-it',
  'held-choose',
  'silence-alert',
  'silence-here',
  'silence-token-here',
  'silence-wallet-here',
  'silences-page',
  'template-again',
  'template-discard',
];

const SECONDS = 1_000;

describe('every command that is registered', () => {
  it('is described by its messages', () => {
    const findings = createFindings();
    for (const command of commands) {
      const declared = { ...declarationOf(command, null, pseudoMessages) };
      findings.read(`/${command.name}`, 'registered', commandTexts(declared));
    }
    expect(findings.report(findings.found())).toBe('');
  });
});

describe('every answer and everything behind it', () => {
  it(
    'says only what its messages say',
    async () => {
      await using crawl = await startCrawlWorld();
      const { world, of, texts } = crawl;
      const { home, clock, discord } = world;
      const findings = createFindings();
      let area = '/alerts add';
      let where = '';
      discord.onRequest(({ body, route }) => {
        if (route === '/applications/:applicationId/commands') return;
        const isPosted = route?.startsWith('/channels/') === true;
        findings.read(isPosted ? 'posted alerts' : area, where, bodyTexts(body));
      });

      await crawl.letEverythingHappen();
      for (const [name, { options }] of behavioursOf(commands)) {
        [area, where] = [`/${name}`, 'of a member without rights'];
        clock.advance(20 * SECONDS);
        if (options.every(({ required }) => required !== true)) await home.member.command(name);
      }
      const taken = await crawlCommands(home.admin, {
        clock,
        of,
        texts,
        doing(command, what) {
          [area, where] = [`/${command}`, what];
        },
        async prepare(command, values) {
          const used = area;
          area = '/alerts edit';
          const prepared = await crawl.withRule(command, values);
          area = used;
          return prepared;
        },
      });

      expect(findings.areas().length).toBeGreaterThan(behavioursOf(commands).size);
      expect(findings.report(findings.found())).toBe('');
      const isTaken = (name: string) => taken.some((like) => like.startsWith(`do.${name} `));
      const askers = [...componentsOf(commands).byId.values()].filter(({ owner }) => owner === 'asker');
      expect(askers.map(({ id }) => id).filter((id) => !isTaken(id))).toEqual(NOT_REACHED);
      const failures = crawl.bot.log.lines.filter(({ msg }) => msg === 'command failed');
      expect(failures).toEqual([]);
    },
    600 * SECONDS,
  );
});
