import type { HeldFile } from '../../../../sqlite/heldFile.ts'
import { StoreReplacedError } from '../../storeErrors.ts'

/** Throws `StoreReplacedError` if the files of the open database were moved, replaced, overwritten or deleted. */
export function rejectChange(held: HeldFile): void {
  const change = held.findChange()
  if (!change) return
  throw new StoreReplacedError(
    `${change.path} ${change.what} while the service was using it. Stop the service, then put the file back or use "restore".`,
  )
}
