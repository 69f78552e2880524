import { createStore } from '../ui/createStore.ts'

/** What the quick form starts with. */
export interface QuickStart {
  url?: string
  title?: string
  /** Id or name of the preset to apply instead of the profile's default. */
  preset?: string
  /** Whether another program asked for it. */
  isForeign?: true
}

const opened = createStore<(QuickStart & { id: string }) | null>(null)

/** Opens the quick form over the screen in view. */
export function openQuickCreate(start: QuickStart = {}): void {
  opened.set({ ...start, id: crypto.randomUUID() })
}

export function closeQuickCreate(): void {
  opened.set(null)
}

/** Returns what the open quick form starts with, and its id; `null` if it is closed. */
export const useQuickStart = opened.use
