import { offerUndo } from '../../../api/offerUndo.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { showToast } from '../../../ui/toast.ts'

interface CellChange {
  change: string
  /** Number of changed cells. */
  changed: number
}

/** Functions that withdraw a run's undo offers, by the run's id. */
const offers = new Map<string, (() => void)[]>()

/** Withdraws the offers to undo changes of a run's cells, which can't be changed once rows are sent. */
export function withdrawCellUndo(id: string): void {
  for (const withdraw of offers.get(id) ?? []) withdraw()
  offers.delete(id)
}

/** Returns a function that reports a change of many cells and offers to undo it. */
export function useCellUndo(id: string) {
  const restore = useRunMutation('runs.restore')
  return (message: string, { change, changed }: CellChange) => {
    const withdraw = offerUndo({
      message,
      undo: async () => {
        const restored = await restore.mutateAsync({ id, change })
        showToast({ role: 'status', message: restoredText(restored.changed, changed) })
      },
      undone: null,
    })
    offers.set(id, [...(offers.get(id) ?? []), withdraw])
  }
}

function restoredText(restored: number, changed: number): string {
  if (restored === changed) return `${formatCount(changed, 'cell')} restored.`
  if (restored === 0) return 'Nothing to undo. These cells have changed since.'
  return `${formatNumber(restored)} of ${formatCount(changed, 'cell')} restored. The others have changed since.`
}
