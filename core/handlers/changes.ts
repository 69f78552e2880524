import type { changeCalls } from '../../contract/app/calls/links/changes.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'
import { withSignal } from '../links/cancelling.ts'
import { createLinkChanger, readCurrentLink, settleChange } from '../links/change.ts'
import type { ReadParts } from '../links/change.ts'
import { readHistory } from '../links/history.ts'

export function changeHandlers(
  parts: ReadParts & Pick<AppServices, 'cancelling'>,
): Pick<Handlers, keyof typeof changeCalls> {
  const { linkChanges, cancelling } = parts
  return {
    'changes.read': ({ link }) => readCurrentLink(parts, link),
    'changes.send': createLinkChanger(parts, cancelling),
    'changes.settle': (input) =>
      cancelling.during(input.id, (signal) => settleChange(withSignal(parts, signal), input)),
    'changes.open': async ({ link }) => {
      const newest = await linkChanges.newest(link)
      return ok(newest?.state === 'applied' ? null : newest)
    },
    'changes.dismiss': async ({ id }) => {
      await linkChanges.dismiss(id)
      return ok(null)
    },
    'changes.history': (input) => readHistory(parts, input),
  }
}
