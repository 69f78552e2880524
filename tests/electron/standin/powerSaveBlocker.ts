import type { PowerSaveBlocker } from 'electron'
import { assertReady, journal } from './state.ts'
import { assertArgument, createStrict } from './strict.ts'

const blockers = new Set<number>()
let lastId = 0

const realBlocker = {
  start: (type: string): number => {
    assertReady('powerSaveBlocker')
    assertArgument(
      type === 'prevent-app-suspension' || type === 'prevent-display-sleep',
      'powerSaveBlocker.start takes a type',
    )
    if (blockers.size === 0) journal.keptAwake.push(true)
    blockers.add(++lastId)
    return lastId
  },
  stop: (id: number): boolean => {
    assertArgument(typeof id === 'number', 'powerSaveBlocker.stop takes an id')
    const wasStarted = blockers.delete(id)
    if (wasStarted && blockers.size === 0) journal.keptAwake.push(false)
    return wasStarted
  },
} satisfies Pick<PowerSaveBlocker, 'start' | 'stop'>

export const powerSaveBlocker = createStrict('powerSaveBlocker', realBlocker)
