import { useSyncExternalStore } from 'react'
import type { OwnSources } from '../../../contract/app/channels/sources.ts'
import { call } from '../../api/call.ts'

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
  notify()
  // Google's own sources apply until those of the user are known.
  const own = await call('channels.sources', {})
  if (own.ok && Object.values(own.value.sources).flat().length > 0) applySources(own.value.sources)
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** Applies the sources that the user has added. */
export function applySources(sources: OwnSources): void {
  loaded?.setOwnSources(sources)
  // A new object, so that components render again.
  loaded &&= { ...loaded }
  notify()
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
