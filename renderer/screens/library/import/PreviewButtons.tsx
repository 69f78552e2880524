import { Button } from '@mantine/core'
import type { ImportCounts } from '../../../../contract/app/library/imports.ts'
import { DialogFooter } from '../../../ui/DialogFooter.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import type { Step } from './useImport.ts'

export interface PreviewButtonsProps {
  preview: Extract<Step, { at: 'preview' }>['preview']
  busy: boolean
  /** Whether the import is being started, which can't be cancelled. */
  isStarting: boolean
  /** Creates links like those of another service. */
  recreate: () => void
  back: () => void
  unknown: number
  start: () => void
}

/** Shows what can be done with a file. */
export function PreviewButtons(props: PreviewButtonsProps) {
  const { preview, unknown, busy, isStarting, start, recreate, back } = props
  const { kind, counts } = preview
  const { movable } = preview
  const recreated = counts.foreign + (movable > 0 ? movable : unknown)
  const canRecreate = recreated > 0 && kind !== 'text'
  // A table of one's own may list links that the service has.
  const movesIn = movable > 0 && kind !== 'table'
  const primary = movesIn ? 'recreate' : primaryButton(counts, unknown, canRecreate)
  const variantOf = (name: PrimaryButton) => (name === primary ? 'filled' : 'default')
  return (
    <DialogFooter>
      <Button variant={variantOf('back')} disabled={isStarting} onClick={back}>
        Choose another
      </Button>
      {canRecreate && (
        <Button variant={variantOf('recreate')} disabled={busy} onClick={recreate}>
          {movable > 0
            ? `Move ${formatCount(recreated, 'link')} in…`
            : `Recreate ${formatCount(recreated, 'link')} here…`}
        </Button>
      )}
      {counts.new === 0 && counts.references > 0 && (
        <Button variant={variantOf('start')} loading={busy} onClick={start}>
          Keep {formatCount(counts.references, 'link')} for reference
        </Button>
      )}
      {counts.new > 0 && (
        <Button variant={variantOf('start')} loading={busy} onClick={start}>
          {kind === 'linkwright' ? 'Add' : 'Look up and add'} {formatCount(counts.new, 'link')}
        </Button>
      )}
    </DialogFooter>
  )
}

type PrimaryButton = 'start' | 'recreate' | 'back'

/** Returns the primary button. If every link belongs to an unknown service, they can only be recreated. */
function primaryButton(counts: ImportCounts, unknown: number, canRecreate: boolean): PrimaryButton {
  if (counts.references > 0 || counts.new > unknown) return 'start'
  return canRecreate ? 'recreate' : 'back'
}
