import type { QueryClient } from '@tanstack/react-query'
import { appStateQuery } from './app.ts'
import { draftsQuery } from './drafts.ts'
import { presetsQuery } from './presets.ts'

/** Asks at once for all that the first screen waits for, which would otherwise ask for one thing after the other. */
export function prefetch(client: QueryClient): void {
  // What goes wrong is shown by whoever needs the answer.
  const quietly = () => undefined
  client.query(appStateQuery).catch(quietly)
  client.query(draftsQuery).catch(quietly)
  client.query(presetsQuery).catch(quietly)
}
