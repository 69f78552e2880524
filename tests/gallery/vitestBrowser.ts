import { endless } from './vitest.ts'

/** Stands in for `vitest/browser` in the gallery: nothing acts on what is shown, and the window keeps its size. */
export const page: unknown = new Proxy(() => undefined, {
  get: (_target, name) =>
    name === 'viewport' ? () => Promise.resolve() : (endless as Record<string | symbol, unknown>)[name],
})
export const userEvent = endless
/** What a test prepares before it renders is passed over. */
export const cdp = () => ({ send: () => Promise.resolve() })
