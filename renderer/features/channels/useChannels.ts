import { useSyncExternalStore } from 'react'

type Channels = typeof import('./channels.ts')

let loaded: Channels | null = null
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Loads the rules and the list of sources, which the first screen doesn't need. */
async function load(): Promise<void> {
  try {
    loaded = await import('./channels.ts')
  } catch {
    // The app was updated in the meantime. The next component that needs the rules tries again.
    loading = null
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  loading ??= load()
  return () => void listeners.delete(listener)
}

/** Returns the channel rules of Google Analytics; `null` until they are loaded. */
export function useChannels(): Channels | null {
  return useSyncExternalStore(subscribe, () => loaded)
}
