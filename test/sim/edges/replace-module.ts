import { registerHooks } from 'node:module';

/** Replacements by specifier: where the module that imports stands, and what it gets. */
const replacements = new Map<string, Readonly<Record<string, unknown>>>();
const SCHEME = 'simulation:';

Object.defineProperty(globalThis, Symbol.for(SCHEME), { value: replacements });

registerHooks({
  resolve: (specifier, context, next) =>
    replacements.has(specifier)
      ? { url: `${SCHEME}${specifier}`, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    if (!url.startsWith(SCHEME)) return next(url, context);
    const specifier = url.slice(SCHEME.length);
    const names = Object.keys(replacements.get(specifier) ?? {});
    const lines = names.map((name) =>
      name === 'default' ? 'export default found.default;' : `export const ${name} = found.${name};`,
    );
    const source = `const found = globalThis[Symbol.for('${SCHEME}')].get('${specifier}');\n${lines.join('\n')}`;
    return { format: 'module', source, shortCircuit: true };
  },
});

/** What every later import of this package in this process gets. Import the real one before. */
export function replaceModule(specifier: string, exports: Readonly<Record<string, unknown>>): void {
  replacements.set(specifier, exports);
}
