import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { autosaveDelayMs } from '../../../../renderer/api/autosave.ts'
import type { DraftForm } from '../../../../renderer/link/draft.ts'
import { createDraftSession } from '../../../../renderer/screens/create/draftSession.ts'
import { blankForm } from '../../../../renderer/link/form.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function open(initial: DraftForm = { values: blankForm, intent: null }) {
  const savedForms: DraftForm[] = []
  const removals: number[] = []
  let canSave = true
  const session = createDraftSession(initial, {
    save: (form) => {
      savedForms.push(form)
      return Promise.resolve(canSave)
    },
    remove: () => removals.push(savedForms.length),
  })
  return { session, savedForms, removals, fail: () => (canSave = false) }
}

/** Returns a session whose saves succeed or fail when the test says so. */
function openSlow() {
  const pendingSaves: ((isSaved: boolean) => void)[] = []
  const save = () => new Promise<boolean>((resolve) => pendingSaves.push(resolve))
  const session = createDraftSession({ values: blankForm, intent: null }, { save, remove: () => undefined })
  return { session, pendingSaves }
}

describe('a draft session', () => {
  it('a draft session saves continuous typing regularly, not only at its end', () => {
    const { session, savedForms } = open()
    for (const title of ['a', 'ab', 'abc', 'abcd']) {
      session.store.set({ title })
      vi.advanceTimersByTime(autosaveDelayMs / 2)
    }
    expect(savedForms.map(({ values }) => values.title)).toEqual(['ab', 'abcd'])
  })

  it('a draft session saves pending changes when the window closes', () => {
    const { session, savedForms } = open()
    session.store.set({ title: 'a' })
    session.flush()
    expect(savedForms.map(({ values }) => values.title)).toEqual(['a'])
    vi.advanceTimersByTime(autosaveDelayMs)
    expect(savedForms).toHaveLength(1)
  })

  it('a draft session saves the intent of a create before it is sent', () => {
    const { session, savedForms } = open()
    session.setIntent('4e5b6b0c-2b4e-4b26-9d8f-6d4fd6f2f0aa')
    expect(savedForms).toEqual([{ values: blankForm, intent: '4e5b6b0c-2b4e-4b26-9d8f-6d4fd6f2f0aa' }])
  })

  it('a draft session reports a failed save', async () => {
    const { session, fail } = open()
    fail()
    session.store.set({ title: 'a' })
    expect(session.state.get()).toBe('saving')
    await vi.advanceTimersByTimeAsync(autosaveDelayMs)
    expect(session.state.get()).toBe('failed')
  })

  it('a draft session reports "saved" only if later input is saved too', async () => {
    const { session, pendingSaves } = openSlow()
    session.store.set({ title: 'a' })
    vi.advanceTimersByTime(autosaveDelayMs)
    session.store.set({ title: 'ab' })
    pendingSaves[0]?.(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(session.state.get()).toBe('saving')
    vi.advanceTimersByTime(autosaveDelayMs)
    pendingSaves[1]?.(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(session.state.get()).toBe('saved')
  })

  it('a draft session’s state follows the last save, whichever ends first', async () => {
    const { session, pendingSaves } = openSlow()
    for (const title of ['a', 'ab']) {
      session.store.set({ title })
      vi.advanceTimersByTime(autosaveDelayMs)
    }
    for (const [save, isSaved] of [
      [1, true],
      [0, false],
    ] as const) {
      pendingSaves[save]?.(isSaved)
      await vi.advanceTimersByTimeAsync(0)
      expect(session.state.get()).toBe('saved')
    }
  })

  it('a draft session deletes a form that was emptied', () => {
    const { session, savedForms, removals } = open({ values: { ...blankForm, title: 'a' }, intent: null })
    session.store.set({ title: '' })
    vi.advanceTimersByTime(autosaveDelayMs)
    expect([savedForms.length, removals.length]).toEqual([0, 1])
  })

  it('a draft session keeps nothing after its link was created', () => {
    const { session, savedForms, removals } = open()
    session.store.set({ title: 'a' })
    session.discard()
    session.setIntent(null)
    vi.advanceTimersByTime(autosaveDelayMs)
    expect([savedForms.length, removals.length]).toEqual([0, 1])
  })
})
