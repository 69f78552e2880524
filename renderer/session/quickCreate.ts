import { useSyncExternalStore } from 'react'

/** What the quick form starts with. */
export interface QuickStart {
  url?: string
  title?: string
  /** Id or name of the preset to apply instead of the profile's default. */
  preset?: string
}

let opened: QuickStart | null = null
const listeners = new Set<() => void>()

function set(next: QuickStart | null): void {
  opened = next
  for (const listener of listeners) listener()
}

/** Opens the quick form over the screen in view. */
export function openQuickCreate(start: QuickStart = {}): void {
  set(start)
}

export function closeQuickCreate(): void {
  set(null)
}

/** Returns what the open quick form starts with; `null` if it is closed. */
export function useQuickStart(): QuickStart | null {
  return useSyncExternalStore(subscribe, () => opened)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
