import type { PowerSaveBlocker } from 'electron'
import { afterReady, journal } from './state.ts'
import { assertArgument, createStrict } from './strict.ts'

const started = new Set<number>()
let last = 0

const real = {
  start: (type: string): number => {
    afterReady('powerSaveBlocker')
    assertArgument(
      type === 'prevent-app-suspension' || type === 'prevent-display-sleep',
      'powerSaveBlocker.start takes a type',
    )
    if (started.size === 0) journal.keptAwake.push(true)
    started.add(++last)
    return last
  },
  stop: (id: number): boolean => {
    assertArgument(typeof id === 'number', 'powerSaveBlocker.stop takes an id')
    const stopped = started.delete(id)
    if (stopped && started.size === 0) journal.keptAwake.push(false)
    return stopped
  },
} satisfies Pick<PowerSaveBlocker, 'start' | 'stop'>

export const powerSaveBlocker = createStrict('powerSaveBlocker', real)
