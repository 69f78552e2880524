import { endless } from './vitest.ts'

/** Stands in for `vitest/browser` in the gallery: nothing acts on what is shown. */
export const page = endless
export const userEvent = endless
export const cdp = () => endless
