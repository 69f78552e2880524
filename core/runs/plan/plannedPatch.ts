import type { HistoryEntry } from '../../../contract/service/link/linkChanges.ts'
import { changedFields, patchAddress, withoutPastEnd } from '../../../contract/app/link/linkPatch.ts'
import { replaceInLink } from '../../../contract/app/link/replaceInLink.ts'
import type { LinkPatch } from '../../../contract/app/link/linkPatch.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import type { RequestedChange } from '../../../contract/app/runs/changePlan.ts'
import type { RowToPlan } from '../../library/runs/changes/planRows.ts'
import type { FoundLink } from '../../lookups/currentLinks.ts'

/** The patch for a link, or why it can't be changed. */
export type PlannedPatch = { patch: LinkPatch; fields: HistoryEntry['fields'] } | { error: string }

type Fields = HistoryEntry['fields']

/** Returns the effect on one link of a change that is the same for all links. */
export function planSameChange(
  { address, replace, patch }: RequestedChange,
  { link }: FoundLink,
): PlannedPatch {
  const fullPatch = {
    ...(address === undefined ? {} : patchAddress(address, link)),
    ...(replace ? replaceInLink(replace, link) : {}),
    ...withoutPastEnd(patch, link),
  }
  return withoutUnchanged(fullPatch, changedFields(fullPatch, link))
}

/** Returns the patch that undoes a change. Fails if the link was changed since. */
export function planUndo({ back }: RowToPlan, { link, version }: FoundLink): PlannedPatch {
  if (!back || Object.keys(back.patch).length === 0)
    return { error: 'It’s uncertain whether this link was changed. First check the run that changed it.' }
  if (back.version?.etag === version.etag)
    return { patch: back.patch, fields: withoutUnchanged(back.patch, back.fields).fields }
  if (Object.keys(changedFields(back.patch, link)).length === 0) return { patch: back.patch, fields: {} }
  return { error: 'This link has been changed since.' }
}

function withoutUnchanged(patch: LinkPatch, fields: Fields): { patch: LinkPatch; fields: Fields } {
  const names = Object.keys(patch).filter((name) => Object.hasOwn(fields, name)) as (keyof LinkPatch)[]
  return { patch: pick(patch, names), fields: pick(fields, names) }
}
