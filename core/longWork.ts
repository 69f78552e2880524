import type { LongWorkKind } from '../contract/app/jobs/longWork.ts'

/** A question before quitting, because unfinished work would be lost. */
export interface QuitWarning {
  message: string
  detail: string
}

/** The question for each kind of work that would be lost by quitting. The texts never contain a link or a key. */
const quitWarnings: Partial<Record<LongWorkKind, QuitWarning>> = {
  create: {
    message: 'A link is still being created',
    detail:
      'If you quit now, Linkwright may not find out whether the link was created. It stays in your library, where you can check it later.',
  },
  saveKey: {
    message: 'The project key is still being saved',
    detail:
      'If you quit now, it may not be saved. The system may be asking for a password in another window.',
  },
  change: {
    message: 'A link is still being changed',
    detail: 'If you quit now, Linkwright finds out whether the link was changed when you open it again.',
  },
  run: {
    message: 'Links are still being created',
    detail:
      'If you quit now, the remaining links aren’t created. You can continue the run when you open Linkwright again.',
  },
  changeRun: {
    message: 'Links are still being changed',
    detail:
      'If you quit now, the remaining links aren’t changed. You can continue the run when you open Linkwright again.',
  },
}

/** Overall progress from 0 to 1; `unknown` if some work doesn't report it, `null` if there is no work. */
export type Progress = number | 'unknown' | null

/** Work that takes long enough for the user to wait for it. */
export type LongWork = ReturnType<typeof createLongWork>

interface Work {
  kind: LongWorkKind
  done: number | null
}

/** Minimum duration in milliseconds before work is shown. */
const minVisibleMs = 1_000

/** Creates a registry of long work. `show` is called on every visible change. */
export function createLongWork(
  show: (progress: Progress) => void = () => undefined,
  visibleAfterMs = minVisibleMs,
) {
  const visibleWork = new Set<Work>()
  let lastProgress: Progress = null
  const publish = () => {
    const progress = overallProgress([...visibleWork])
    if (progress === lastProgress) return
    lastProgress = progress
    show(progress)
  }
  return {
    /** Runs work, which may report its progress from 0 to 1. */
    during: async <T>(
      kind: LongWorkKind,
      run: (reportProgress: (done: number) => void) => Promise<T>,
    ): Promise<T> => {
      const work: Work = { kind, done: null }
      const timer = setTimeout(() => {
        visibleWork.add(work)
        publish()
      }, visibleAfterMs)
      try {
        return await run((done) => {
          work.done = done
          publish()
        })
      } finally {
        clearTimeout(timer)
        visibleWork.delete(work)
        publish()
      }
    },
    /** Returns the kinds of current work, oldest first. */
    current: () => [...visibleWork].map(({ kind }) => kind),
    /** Returns the question to ask if quitting now would lose something; otherwise `null`. */
    quitWarning: () => {
      const warnings = [...visibleWork].flatMap(({ kind }) => quitWarnings[kind] ?? [])
      return warnings[0] ?? null
    },
  }
}

/** Averages the progress of all work, rounded to whole percent. */
function overallProgress(work: Work[]): Progress {
  if (work.length === 0) return null
  let sum = 0
  for (const { done } of work) {
    if (done === null) return 'unknown'
    sum += Math.min(1, Math.max(0, done))
  }
  return Math.round((sum / work.length) * 100) / 100
}
