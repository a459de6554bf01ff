import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MODULE_OF, type PlantedBug, type Replacement } from './replaced-exports.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
/** Of what the bot consists. The simulator itself gets the real exports. */
const PARTS = ['src', 'commands'].map((folder) => `${String(pathToFileURL(path.join(ROOT, folder)))}/`);
/** Ends the URL of a module in which exports are replaced. */
const PLANTED = '?planted';
const REPLACE = 'gavel: replace an export';

type AnyFunction = (...given: readonly unknown[]) => unknown;

const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function';

const labelOf = ({ name }: Replacement): string => `${name} of ${MODULE_OF[name]}`;

/** A module that exports what the real one does, but for these. */
function sourceWith(url: string, replacements: readonly Replacement[]): string {
  const real = JSON.stringify(url);
  return [
    `import * as real from ${real};`,
    `export * from ${real};`,
    `const replace = globalThis[Symbol.for('${REPLACE}')];`,
    ...replacements.map(({ name }) => `export const ${name} = replace('${name}', real.${name});`),
  ].join('\n');
}

/**
 * Plants a bug in the bot of this process, which must not have been imported yet. What is returned throws when the bug has changed
 * nothing: an export is gone, or nothing calls it through its module any more.
 */
export function plant({ name: bug, replacements }: PlantedBug): () => void {
  const unused = new Set(replacements);
  const byModule = Map.groupBy(replacements, ({ name }) =>
    String(pathToFileURL(path.join(ROOT, MODULE_OF[name]))),
  );
  const noLongerApplies = (why: string): Error =>
    new Error(`The planted bug “${bug}” no longer applies; write it anew: ${why}`);

  function replaced(name: string, real: unknown): AnyFunction {
    const replacement = replacements.find((one) => one.name === name);
    if (replacement === undefined || !isFunction(real))
      throw noLongerApplies(
        `there is no function ${replacement === undefined ? name : labelOf(replacement)}.`,
      );
    const other = replacement.by(real);
    if (!isFunction(other)) throw noLongerApplies(`${labelOf(replacement)} is replaced by no function.`);
    return (...given) => {
      unused.delete(replacement);
      return other(...given);
    };
  }

  Object.defineProperty(globalThis, Symbol.for(REPLACE), { value: replaced });
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isOfBot = PARTS.some((part) => context.parentURL?.startsWith(part) === true);
      const isReal = context.parentURL?.endsWith(PLANTED) === true;
      return isOfBot && !isReal && byModule.has(resolved.url)
        ? { ...resolved, url: `${resolved.url}${PLANTED}`, format: 'module' }
        : resolved;
    },
    load(url, context, next) {
      const real = url.endsWith(PLANTED) ? url.slice(0, -PLANTED.length) : url;
      const wanted = real === url ? undefined : byModule.get(real);
      if (wanted === undefined) return next(url, context);
      return { format: 'module', source: sourceWith(real, wanted), shortCircuit: true };
    },
  });
  return () => {
    if (unused.size > 0) throw noLongerApplies(`nothing called ${[...unused].map(labelOf).join(', ')}.`);
  };
}
