import { longWork as kinds } from '../contract/longWork.ts'
import type { LongWorkKind, QuitWarning } from '../contract/longWork.ts'

/** How far the work under way is, from 0 to 1; `unknown` while some of it cannot say, `null` while there is none. */
export type Progress = number | 'unknown' | null

/** The work that has already taken so long that a person waits for it. */
export interface LongWork {
  /** Runs work, which may say from time to time how far it is, from 0 to 1. */
  during: <T>(kind: LongWorkKind, work: (reach: (done: number) => void) => Promise<T>) => Promise<T>
  /** Its kinds, the oldest first. */
  underWay: () => LongWorkKind[]
  /** What would be lost by ending the app now; `null` for nothing. */
  quitWarning: () => QuitWarning | null
}

interface Work {
  kind: LongWorkKind
  done: number | null
}

/** What takes less than this, in milliseconds, is over before anybody could read that it is under way. */
const minVisibleMs = 1_000

/** A register of long work; `show` is told of each change that can be seen. */
export function createLongWork(
  show: (progress: Progress) => void = () => undefined,
  patienceMs = minVisibleMs,
): LongWork {
  const long = new Set<Work>()
  let lastProgress: Progress = null
  const publish = () => {
    const progress = overallProgress([...long])
    if (progress === lastProgress) return
    lastProgress = progress
    show(progress)
  }
  return {
    during: async (kind, run) => {
      const work: Work = { kind, done: null }
      const timer = setTimeout(() => {
        long.add(work)
        publish()
      }, patienceMs)
      try {
        return await run((done) => {
          work.done = done
          publish()
        })
      } finally {
        clearTimeout(timer)
        long.delete(work)
        publish()
      }
    },
    underWay: () => [...long].map(({ kind }) => kind),
    quitWarning: () => {
      const losses = [...long].map(({ kind }) => kinds[kind].loss)
      return losses.find((loss) => loss !== null) ?? null
    },
  }
}

/** All works together, each as much as another, in whole per cent: what is smaller cannot be seen. */
function overallProgress(works: Work[]): Progress {
  if (works.length === 0) return null
  let sum = 0
  for (const { done } of works) {
    if (done === null) return 'unknown'
    sum += Math.min(1, Math.max(0, done))
  }
  return Math.round((sum / works.length) * 100) / 100
}
