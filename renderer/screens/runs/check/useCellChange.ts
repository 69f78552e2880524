import type { Run } from '../../../../contract/app/runs/run.ts'
import { offerUndo } from '../../../api/offerUndo.ts'
import { useRunAction, useRunMutation } from '../../../api/runs.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { showToast } from '../../../ui/toast.ts'

/** Functions that withdraw a run's undo offers, by the run's id. */
const offers = new Map<string, (() => void)[]>()

/** Withdraws the offers to undo changes of a run's rows, which can't be changed once rows are sent. */
export function withdrawCellUndo(id: string): void {
  for (const withdraw of offers.get(id) ?? []) withdraw()
  offers.delete(id)
}

interface CellChangeOptions {
  /** Returns what was done, as a sentence. */
  describe: (changedRows: number) => string
  /** Called when it is done. */
  done?: () => void
}

/** Returns a call that changes many rows of a run, and then offers to undo it. Also works if another screen was opened. */
export function useCellChange(
  id: string,
  { describe, done }: CellChangeOptions,
): ReturnType<typeof useRunAction<'runs.fix'>> {
  const restore = useRunMutation('runs.restore')
  return useRunAction('runs.fix', ({ change, changed }) => {
    done?.()
    const withdraw = offerUndo({
      message: describe(changed),
      undo: async () => {
        const restored = await restore.mutateAsync({ id, change })
        showToast({ role: 'status', message: restoredText(restored.changed, changed) })
      },
      undone: null,
    })
    offers.set(id, [...(offers.get(id) ?? []), withdraw])
  })
}

/** Returns a call that changes a run's columns, and then offers to undo it. */
export function useMappingChange(
  { id, mapping }: Run,
  message: string,
  done: () => void,
): ReturnType<typeof useRunAction<'runs.map'>> {
  const restore = useRunMutation('runs.map')
  return useRunAction('runs.map', () => {
    done()
    offerUndo({ message, undo: () => restore.mutateAsync({ id, mapping }) })
  })
}

function restoredText(restored: number, changed: number): string {
  if (restored === changed) return `${formatCount(changed, 'row')} restored.`
  return `${formatNumber(restored)} of ${formatCount(changed, 'row')} restored. The others have changed since.`
}
