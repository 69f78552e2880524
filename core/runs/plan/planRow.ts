import type { Problem } from '../../../contract/app/problems/problem.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { ChangePlan, RequestedChange } from '../../../contract/app/runs/changePlan.ts'
import type { Run, RowWarning } from '../../../contract/app/runs/run.ts'
import type { PlannedRow, RowToPlan } from '../../library/runs/changes/planRows.ts'
import { checkAddress, type ChangeStandards, type CheckFields, type FoundIssues } from './checkFields.ts'
import type { FoundLink } from '../../lookups/currentLinks.ts'
import type { HistoryEntry } from '../../../contract/service/link/linkChanges.ts'
import {
  changedFields,
  patchAddress,
  withoutPastEnd,
  type LinkPatch,
} from '../../../contract/app/link/change/linkPatch.ts'
import { replaceInLink } from '../../../contract/app/link/change/replaceInLink.ts'
import { pick } from '../../../contract/service/link/fields.ts'

/** A row with its path, and errors that prevent changing it regardless of the service's response. */
export interface ResolvedRow {
  row: RowToPlan
  path: string | null
  errors: RowWarning[]
  /** The link of a table's row, and the profiles that it may belong to. */
  link?: { path: string; owners: readonly string[] }
}

/** Returns why the run can't change a link of the library; `null` if it can. */
export function unsuitableError(record: LinkRecord | null, run: Run): string | null {
  if (!record) return 'This link is no longer in your library.'
  const { state, path } = record
  const elsewhere = elsewhereError(record, run)
  if (elsewhere !== null) return elsewhere
  const isLink = state === 'created' && path !== null && !['', '.', '..'].includes(path)
  return isLink ? null : 'This link wasn’t created, or its address isn’t known.'
}

/** Returns that a link has another profile or environment than the run; `null` if it hasn't. */
function elsewhereError({ profileId, profileName, environment }: LinkPlace, run: Run): string | null {
  if (profileId !== run.profileId)
    return `This link belongs to the profile “${profileName}”, so this run can’t change it.`
  if (environment !== run.environment)
    return `This link is in ${environment}, and this run changes links in ${run.environment}.`
  return null
}

/** Where the library has a link. */
export type LinkPlace = Pick<LinkRecord, 'id' | 'profileId' | 'profileName' | 'environment'>

interface PlanParts {
  run: Run & { change: ChangePlan }
  standards: ChangeStandards
  check: CheckFields
}

interface LookedUp {
  /** `undefined` if the service doesn't have it. */
  current: FoundLink | undefined
  /** The problem if its current state couldn't be read. */
  problem: Problem | null
  /** The link in the library. For a row of a table, it may have been added just now. */
  target: string | null
  /** The link in the library, if it has another profile or environment than the run. */
  elsewhere?: LinkPlace | undefined
}

/** Returns the dry run's result for a row. */
export function planRow(
  parts: PlanParts,
  resolved: ResolvedRow,
  { current, problem, target, elsewhere }: LookedUp,
): PlannedRow {
  const { row, errors } = resolved
  const { run } = parts
  const other = elsewhere && elsewhereError(elsewhere, run)
  // The target is the link in its own place, which the window offers to change to.
  if (elsewhere && other) return rowWithErrors(row, elsewhere.id, [{ column: null, text: other }])
  const missingLink = { column: null, text: `The service has no such link in ${run.environment}.` }
  if (errors.length > 0) return rowWithErrors(row, target, errors)
  if (problem) return rowWithErrors(row, target, toWarnings([unreadText(problem)], null))
  if (!current || target === null) return rowWithErrors(row, target, [missingLink])
  const address = readAddress(run.change, row, parts.standards)
  if (address.errors.length > 0) return rowWithErrors(row, target, address.errors)
  const plannedPatch = findPatch(run.change, { row, address: address.text }, current)
  if ('error' in plannedPatch) return rowWithErrors(row, target, toWarnings([plannedPatch.error], null))
  const { patch, fields } = plannedPatch
  if (Object.keys(fields).length === 0)
    return { ...rowWithErrors(row, target, []), state: 'existing', fields }
  const issues = parts.check(fields, current.link)
  if (issues.errors.length > 0) return rowWithErrors(row, target, toWarnings(issues.errors, null))
  return {
    ...{ number: row.number, state: 'ready', target, patch, version: current.version, fields, errors: [] },
    warnings: [...address.warnings, ...toWarnings(issues.warnings, null)],
  }
}

/** "The service’s response couldn’t be understood. The response has no ETag." */
function unreadText({ code, detail }: Problem): string {
  const { title, why } = catalogue[code]
  return `${title}. ${(code === 'answer_unreadable' && detail) || why}`
}

/** A row that undoes a change keeps the patch that reverts its link, for the next dry run. */
function rowWithErrors({ number, back }: RowToPlan, target: string | null, errors: RowWarning[]): PlannedRow {
  const reverting = back ?? { patch: null, version: null, fields: {} }
  return { number, state: 'faulty', target, ...reverting, errors, warnings: [] }
}

function findPatch(
  change: ChangePlan,
  { row, address }: { row: RowToPlan; address: string },
  current: FoundLink,
): PlannedPatch {
  if (change.kind === 'same') return planSameChange(change.change, current)
  if (change.kind === 'table') return planSameChange({ address, patch: {} }, current)
  if (change.kind === 'undo') return planUndo(row, current)
  return {
    error: 'Linkwright no longer restores many links as of a time. Restore it in the link’s change history.',
  }
}

/** Returns the new address in a row of a table, with its errors and warnings. */
function readAddress(change: ChangePlan, { cells }: RowToPlan, { linkHosts }: ChangeStandards) {
  if (change.kind !== 'table') return { text: '', errors: [], warnings: [] }
  const column = change.columns.address
  const text = column === null ? '' : (cells[column] ?? '').trim()
  const missing: FoundIssues = { errors: ['The new address is missing.'], warnings: [] }
  const { errors, warnings } = text === '' ? missing : checkAddress(text, linkHosts)
  return { text, errors: toWarnings(errors, column), warnings: toWarnings(warnings, column) }
}

function toWarnings(texts: readonly string[], column: number | null): RowWarning[] {
  return texts.map((text) => ({ column, text }))
}

/** The patch for a link, or why it can't be changed. */
type PlannedPatch = { patch: LinkPatch; fields: HistoryEntry['fields'] } | { error: string }

type Fields = HistoryEntry['fields']

/** Returns the effect on one link of a change that is the same for all links. */
function planSameChange({ address, replace, patch }: RequestedChange, { link }: FoundLink): PlannedPatch {
  const fullPatch = {
    ...(address === undefined ? {} : patchAddress(address, link)),
    ...(replace ? replaceInLink(replace, link) : {}),
    ...withoutPastEnd(patch, link),
  }
  return withoutUnchanged(fullPatch, changedFields(fullPatch, link))
}

/** Returns the patch that undoes a change. Fails if the link was changed since. */
function planUndo({ back }: RowToPlan, { link, version }: FoundLink): PlannedPatch {
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
