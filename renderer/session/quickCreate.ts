import { useSyncExternalStore } from 'react'

/** What the quick form starts with. */
export interface QuickStart {
  url?: string
  title?: string
  /** Id or name of the preset to apply instead of the profile's default. */
  preset?: string
  /** Whether another program asked for it. */
  isForeign?: true
}

let opened: (QuickStart & { id: string }) | null = null
const listeners = new Set<() => void>()

function set(next: QuickStart | null): void {
  opened = next && { ...next, id: crypto.randomUUID() }
  for (const listener of listeners) listener()
}

/** Opens the quick form over the screen in view. */
export function openQuickCreate(start: QuickStart = {}): void {
  set(start)
}

export function closeQuickCreate(): void {
  set(null)
}

/** Returns what the open quick form starts with, and its id; `null` if it is closed. */
export function useQuickStart(): typeof opened {
  return useSyncExternalStore(subscribe, () => opened)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
