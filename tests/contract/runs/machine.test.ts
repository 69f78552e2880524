import { describe, expect, it } from 'vitest'
import { isUnderWay, stateAfter } from '../../../contract/runs/machine.ts'
import type { RunEvent } from '../../../contract/runs/machine.ts'
import { runState } from '../../../contract/runs/run.ts'
import type { RunState } from '../../../contract/runs/run.ts'

const after = (state: RunState, ...events: RunEvent[]) =>
  events.reduce<RunState | null>((now, event) => now && stateAfter(now, event), state)

describe('a run', () => {
  it('is tried with its first row, looked at, and then run', () => {
    expect(after('preparing', 'start', 'tried', 'goOn', 'turn', 'finished')).toBe('done')
  })

  it('never sends the rest before the first link was looked at', () => {
    expect(after('preparing', 'goOn')).toBeNull()
    expect(after('trying', 'goOn')).toBeNull()
    expect(after('preparing', 'turn')).toBeNull()
  })

  it('is stopped by a pause, and by a problem, and goes on when asked', () => {
    for (const event of ['pause', 'stopped'] as const) {
      expect(after('running', event)).toBe('paused')
      expect(after('running', event, 'goOn', 'turn')).toBe('running')
      expect(after('trying', event)).toBe('preparing')
    }
  })

  it('is changed only while nothing of it is on its way', () => {
    for (const state of runState.options) {
      if (isUnderWay(state)) expect(after(state, 'reopen')).toBeNull()
      if (isUnderWay(state)) expect(after(state, 'retry')).toBeNull()
    }
  })

  it('can be cancelled from wherever something is left to send, and nothing follows then by itself', () => {
    for (const state of ['trying', 'tried', 'queued', 'running', 'paused'] as const) {
      expect(after(state, 'cancel')).toBe('cancelled')
    }
    for (const event of ['turn', 'tried', 'finished', 'stopped'] as const) {
      expect(after('cancelled', event)).toBeNull()
      expect(after('paused', event)).toBeNull()
    }
  })
})
