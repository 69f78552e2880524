import type { HistoryEntry } from '../../../contract/linkChanges.ts'
import { changedFields, patchAddress, patchBackBefore, sameValue } from '../../../contract/linkPatch.ts'
import type { LinkPatch } from '../../../contract/linkPatch.ts'
import { pick } from '../../../contract/link/fields.ts'
import { includedField } from '../../../contract/link.ts'
import { readJson } from '../../../contract/json.ts'
import type { Json } from '../../../contract/json.ts'
import type { WantedChange } from '../../../contract/runs/changePlan.ts'
import type { RowToPlan } from '../../library/runs/changes/planRows.ts'
import type { FoundLink } from './present.ts'

/** What changes of a link, or why it can't be changed. */
export type Wanted = { patch: LinkPatch; fields: HistoryEntry['fields'] } | { error: string }

type Fields = HistoryEntry['fields']

/** Returns what the same change of every link means for one. */
export function wantedBySame({ address, patch }: WantedChange, { link }: FoundLink): Wanted {
  const whole = { ...(address === undefined ? {} : patchAddress(address, link)), ...patch }
  return withoutUnchanged(whole, changedFields(whole, link))
}

/** Returns what takes a link back to before its later changes, newest first. */
export function wantedByTime(at: string, later: readonly HistoryEntry[], { link }: FoundLink): Wanted {
  const createdAt = readJson(link.extra[includedField] ?? 'null')
  if (createdAt.ok && typeof createdAt.value === 'string' && Date.parse(createdAt.value) > Date.parse(at))
    return { error: 'This link was created after that time.' }
  const fields: Fields = {}
  for (const change of later) {
    for (const [name, { from, to }] of Object.entries(change.fields))
      fields[name] = { from: fields[name] ? fields[name].from : to, to: from }
  }
  const changed = Object.entries(fields).filter(
    ([name, { from, to }]) => !sameValue(name, from as Json, to as Json),
  )
  return withoutUnchanged(patchBackBefore(later), Object.fromEntries(changed))
}

/** Returns what undoes a change, if the link is still as that change left it. */
export function wantedByUndo({ back }: RowToPlan, { link, version }: FoundLink): Wanted {
  if (!back || Object.keys(back.patch).length === 0)
    return { error: 'It isn’t certain that this link was changed. Check the run that changed it first.' }
  if (back.version?.etag === version.etag)
    return { patch: back.patch, fields: withoutUnchanged(back.patch, back.fields).fields }
  if (Object.keys(changedFields(back.patch, link)).length === 0) return { patch: back.patch, fields: {} }
  return { error: 'Someone has changed this link since.' }
}

function withoutUnchanged(patch: LinkPatch, fields: Fields): { patch: LinkPatch; fields: Fields } {
  const names = Object.keys(patch).filter((name) => Object.hasOwn(fields, name)) as (keyof LinkPatch)[]
  return { patch: pick(patch, names), fields: pick(fields, names) }
}
